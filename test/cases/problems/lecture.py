# The lecture's own way of writing problems.
import random

problems = [
    {
        'text': 'Write a function that returns the sum of two numbers',
        'test_cases': [
            ((2, 3), 5),  # a comment
            ((0, 0), 0),
        ],
    },
    {
        "prompt": "Write a function that returns the pairs of a dictionary",
        "id": "pairs",
        "test_cases": [
            (({1: 'a', (2, 3): None},), {(1, 'a'), ((2, 3), None)}),
            (({},), set()),
        ],
        "entry_point": "solution",
    },
    # ... more problems
]
one_more = {'text': 'Write a function that returns 2 ** 64', 'test_cases': [((), 18446744073709551616), ]}

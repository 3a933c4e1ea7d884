/** All hand-written families of the corpus in one list. */

import type { Family } from '../family.ts';
import { CHARACTER_CHANGE_FAMILIES } from './character-changes.ts';
import { CHARACTER_FAMILIES } from './characters.ts';
import { DICT_FAMILIES } from './dicts.ts';
import { DIGIT_FAMILIES } from './digits.ts';
import { DIVISOR_FAMILIES } from './divisors.ts';
import { DUPLICATE_FAMILIES } from './duplicates.ts';
import { ELEMENT_FAMILIES } from './elements.ts';
import { LIST_AND_NUMBER_FAMILIES } from './list-and-number.ts';
import { LIST_ORDER_FAMILIES } from './list-orders.ts';
import { LIST_PREDICATE_FAMILIES } from './list-predicates.ts';
import { LIST_FAMILIES } from './lists.ts';
import { NESTED_FAMILIES } from './nested.ts';
import { NUMBER_FAMILIES } from './numbers.ts';
import { PREDICATE_FAMILIES } from './predicates.ts';
import { SENTENCE_FAMILIES } from './sentences.ts';
import { SEQUENCE_FAMILIES } from './sequences.ts';
import { STRING_PART_FAMILIES } from './string-parts.ts';
import { STRING_PREDICATE_FAMILIES } from './string-predicates.ts';
import { STRING_FAMILIES } from './strings.ts';
import { THREE_NUMBER_FAMILIES } from './three-numbers.ts';
import { TWO_LIST_FAMILIES } from './two-lists.ts';
import { TWO_NUMBER_FAMILIES } from './two-numbers.ts';
import { WORD_CHOICE_FAMILIES } from './word-choices.ts';
import { WORD_LIST_FAMILIES } from './word-lists.ts';

export const FAMILIES: readonly Family[] = [
  ...NUMBER_FAMILIES,
  ...PREDICATE_FAMILIES,
  ...SEQUENCE_FAMILIES,
  ...DIGIT_FAMILIES,
  ...TWO_NUMBER_FAMILIES,
  ...THREE_NUMBER_FAMILIES,
  ...STRING_FAMILIES,
  ...STRING_PREDICATE_FAMILIES,
  ...CHARACTER_FAMILIES,
  ...SENTENCE_FAMILIES,
  ...WORD_LIST_FAMILIES,
  ...LIST_FAMILIES,
  ...ELEMENT_FAMILIES,
  ...LIST_PREDICATE_FAMILIES,
  ...LIST_AND_NUMBER_FAMILIES,
  ...TWO_LIST_FAMILIES,
  ...NESTED_FAMILIES,
  ...DICT_FAMILIES,
  ...CHARACTER_CHANGE_FAMILIES,
  ...LIST_ORDER_FAMILIES,
  ...STRING_PART_FAMILIES,
  ...WORD_CHOICE_FAMILIES,
  ...DIVISOR_FAMILIES,
  ...DUPLICATE_FAMILIES,
];

/** The colours that series may have; the style sheet says what they are in each theme. */

/** `accent` is the green of the bar; the last two are for a fourth and a fifth series. */
export type Tone = 'accent' | 'ink' | 'muted' | 'blue' | 'amber';

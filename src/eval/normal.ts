/** The standard normal: half-widths of its two-sided intervals, in standard deviations. */

export const NORMAL_95 = 1.959963984540054;
export const NORMAL_97_5 = 2.241402727604947;

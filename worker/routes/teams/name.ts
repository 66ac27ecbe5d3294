/** Max characters. */
export const LONGEST_NAME = 100;

/** Name of a team or key. Characters that reverse the order of others are refused, because they disguise a name. */
export const NAME: RegExp = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]{1,100}$/u;

import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser';

const EXPECTED: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a JSON value or a comment',
  InvalidNumberFormat: 'a number as JSON has it',
  PropertyNameExpected: 'a key in double quotes',
  ValueExpected: 'a value',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a closing brace',
  CloseBracketExpected: 'a closing bracket',
  EndOfFileExpected: 'the end of the file',
  UnexpectedEndOfComment: 'the end of the comment',
  UnexpectedEndOfString: 'the closing quote',
  UnexpectedEndOfNumber: 'digits',
  InvalidUnicode: 'four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'an escape as JSON has it',
  InvalidCharacter: 'an escape in place of a control character',
};

/** Says what the parser expected at an error, for "expected …". */
export const expectedJson = (code: ParseErrorCode): string => EXPECTED[printParseErrorCode(code)] ?? 'JSON';

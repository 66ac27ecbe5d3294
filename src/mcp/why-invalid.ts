import type * as z from 'zod/mini';
import { quote } from '../base/json/quote.ts';

/** Max faults that a message names; the rest are counted. */
const NAMED = 5;

/**
 * Explains why a value does not fit a schema, so that an agent can correct its call: parameter, value, what is allowed.
 * `under` is the value's path in the call's params.
 */
export function whyInvalid(
  issues: readonly z.core.$ZodIssue[],
  given: unknown,
  under: readonly string[] = ['arguments'],
): string {
  const more = issues.length > NAMED ? [`and ${issues.length - NAMED} more`] : [];
  return [...issues.slice(0, NAMED).map((issue) => toWords(issue, given, under)), ...more].join('; ');
}

function toWords(issue: z.core.$ZodIssue, given: unknown, under: readonly string[]): string {
  const name = nameOf([...under, ...issue.path.map(String)]);
  const value = valueAt(given, issue.path);
  if (issue.code === 'unrecognized_keys') {
    const more = issue.keys.length > NAMED ? ` and ${issue.keys.length - NAMED} more` : '';
    return `${issue.keys.slice(0, NAMED).map(quote).join(', ')}${more} in ${name}: unknown parameter`;
  }
  const be = name.startsWith('the ') ? 'are' : 'is';
  if (value === undefined) return `${name} ${be} missing`;
  return `${name} ${be} ${shown(value)}: expected ${allowedBy(issue)}`;
}

/** Drops the prefix, because agents know arguments by their own names. */
function nameOf([first, ...rest]: readonly string[]): string {
  if (first === undefined) return 'the params';
  if (first !== 'arguments') return quote([first, ...rest].join('.'));
  return rest.length === 0 ? 'the arguments' : quote(rest.join('.'));
}

/** Names of zod's expected types, for messages. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

function allowedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map((one) => JSON.stringify(one)).join(', ')}`;
    case 'too_small':
      return `${unitOf(issue.origin)}${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      return `${unitOf(issue.origin)}${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`;
    case 'invalid_format':
      return issue.pattern ?? issue.format;
    case 'custom':
      return issue.message;
    default:
      return 'a value that fits the input schema';
  }
}

function unitOf(origin: string): string {
  return origin === 'string' ? 'a length of ' : origin === 'array' ? 'a length of ' : '';
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );
}

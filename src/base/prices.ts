/** Prices of a model's tokens, in US dollars per million. */
export interface Price {
  readonly model: string;
  readonly input: number;
  /** Price of writing to the prompt cache; the same as `input` if the provider charges nothing extra. */
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
}

/** The date on which the default prices were last checked. */
export const PRICES_CHECKED = '2026-10-24';

const price = (model: string, input: number, cacheWrite: number, cacheRead: number, output: number): Price => {
  return { model, input, cacheWrite, cacheRead, output };
};

/**
 * List prices of a few models, without discounts and surcharges. Anthropic's are for a cache of five minutes
 * (https://platform.claude.com/docs/en/about-claude/pricing), OpenAI's for requests of at most 272,000 tokens
 * (https://developers.openai.com/api/docs/pricing).
 */
export const DEFAULT_PRICES: readonly Price[] = [
  price('claude-fable-5-1', 10, 12.5, 0.25, 50),
  price('claude-opus-5-5', 4, 5, 0.2, 20),
  price('claude-sonnet-5-5', 2, 2.5, 0.1, 10),
  price('gpt-6.1-sol', 2, 2.5, 0.1, 10),
  price('gpt-6.2-sol', 2, 2.5, 0.1, 10),
];

/** Prices of a model's tokens, in tokens of uncached input. */
export interface Rates {
  /** Writing a token to a cache of five minutes, and to one of an hour. */
  readonly write: number;
  readonly writeLong: number;
  readonly read: number;
  readonly output: number;
}

/** Rates of models without a list price: Anthropic's and OpenAI's of their earlier models. */
const EARLIER: Rates = { write: 1.25, writeLong: 2, read: 0.1, output: 5 };
const EARLIER_GPT: Rates = { write: 1, writeLong: 1, read: 0.1, output: 8 };

/** Returns the rates of a model by the name that its host records, which may end with a date. */
export function ratesOf(model: string | undefined): Rates {
  const known = DEFAULT_PRICES.find((one) => model?.startsWith(one.model));
  if (known === undefined) return model?.startsWith('gpt-') ? EARLIER_GPT : EARLIER;
  const { input, cacheWrite, cacheRead, output } = known;
  const writeLong = model?.startsWith('gpt-') ? cacheWrite / input : EARLIER.writeLong;
  return { write: cacheWrite / input, writeLong, read: cacheRead / input, output: output / input };
}

const MAX_PRICE = 100_000;

/** A price, or undefined if a number is missing or not allowed. */
export function toPrice(model: string, numbers: readonly unknown[]): Price | undefined {
  const isNumber = (one: unknown): one is number => typeof one === 'number' && one >= 0 && one <= MAX_PRICE;
  const [input, cacheWrite, cacheRead, output] = numbers.filter(isNumber);
  if (numbers.length !== 4 || output === undefined || model === '') return undefined;
  return price(model, input as number, cacheWrite as number, cacheRead as number, output);
}

/** Models, given by name or with their own prices. */
export type GivenPrices = readonly (string | Price)[];

/** Parses `NAME` and `NAME=INPUT/CACHE_WRITE/CACHE_READ/OUTPUT`, separated by commas. Undefined for anything else. */
export function parsePrices(value: string): GivenPrices | undefined {
  const parts = value.split(',').map((part) => part.trim());
  if (value.trim() === '') return [];
  const given = parts.map((part) => {
    const [name = '', numbers, ...more] = part.split('=').map((text) => text.trim());
    if (numbers === undefined) return /^[\w.:/-]+$/.test(name) ? name : undefined;
    const all = numbers.split('/').map((text) => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined));
    return more.length > 0 ? undefined : toPrice(name, all);
  });
  const known = given.filter((one) => one !== undefined);
  return known.length === given.length ? known : undefined;
}

/** The tokenizer with its packed table. It is built to a separate file that all targets on Node share. */
export { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';

import { loadO200k } from '../../src/base/tokens/o200k.ts';

// In workerd under Vite, loading the tokenizer takes nearly a test's whole time limit. So load it before the first
// test.
await loadO200k();

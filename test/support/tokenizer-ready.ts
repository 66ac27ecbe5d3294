import { loadO200k } from '../../src/base/tokens/o200k.ts';

// In workerd under Vite the tokenizer takes nearly as long to load as a test may take: whichever test asked first would pay.
await loadO200k();

import { systemGrep } from '../../../../launcher/tools/grep/system-grep.ts';
import { describeGrepEngine } from '../../../contract/grep-engine.ts';

describeGrepEngine(systemGrep);

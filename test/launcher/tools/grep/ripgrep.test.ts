import { ripgrep } from '../../../../launcher/tools/grep/ripgrep.ts';
import { describeGrepEngine } from '../../../contract/grep-engine.ts';

describeGrepEngine(ripgrep);

import { underHeadings } from '../../structure/headers.ts';
import type { Mark } from '../../structure/marks/mark.ts';
import type { Policy } from '../../structure/policy.ts';
import { startingAt } from '../../structure/records.ts';

/** Heading of a resource in a plan of Terraform or OpenTofu. */
const RESOURCE = /^ {2}# \S/;
/** Headings of resources that are lost, and the attribute that makes it so. */
const LOST = /^ {2}# .*\b(?:must be replaced|will be (?:destroyed|replaced)|is tainted)\b|# forces replacement/;

/** Actions of a plan, which people name in other words. */
const ACTIONS: readonly Mark[] = [
  {
    asked:
      /\b(?:destroy\w*|delet\w*|remov\w*|los[et]\w*|loss|replac\w*|recreat\w*|danger\w*|down ?time|safe|gone|drop\w*)\b/i,
    line: LOST,
    alone: true,
    max: 1,
  },
  { asked: /\b(?:add\w*|creat\w*|new)\b/i, line: /^ {2}# .*\bwill be created\b/, alone: true },
  { asked: /\b(?:in[- ]place|updat\w*|chang\w*|modif\w*)\b/i, line: /^ {2}# .*\bwill be updated\b/, alone: true },
  { asked: /\b(?:read|data sources?)\b/i, line: /^ {2}# .*\bwill be read\b/, alone: true },
];

/** Plans of tools that change systems. */
export const PLANS: readonly Policy[] = [
  {
    name: 'terraform plan',
    kind: 'log',
    signs: { any: /^ {2}# \S.{0,200} (?:will be|must be|is tainted)|^Plan: \d+ to /, lines: 6 },
    records: startingAt(/^ {2}# \S|^(?:Plan|Error|Warning|Changes to Outputs):/),
    headers: underHeadings(RESOURCE),
    evidence: { errors: true, lines: /^(?:Plan: \d|No changes\.)/ },
    rows: 'list',
    marks: ACTIONS,
  },
];

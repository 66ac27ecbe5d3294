/** UTF-16 units at the beginning of a prompt that are searched for its request. */
const CHARS = 600;

/**
 * Requests to judge, explain or search code rather than to change it, by language. Each entry is the source of a
 * regular expression without case. In the languages of the first list a request stands between word boundaries.
 */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  en: [
    '(?:re-?)?review(?:ing)?(?! (?:template|page|form|table|bot|queue)s?\\b)|code-review|security-review|audit(?:ing)?|critique|explain(?:ing)?',
    'walk me through|analy[sz](?:e|ing)|(?:root[- ]cause|code|security) analysis|investigat(?:e|ing)',
    'understand(?:ing)?|examine|assess|diagnos(?:e|ing)|debug (?:this|that|the|why|how|it|my|our|\\S*[./]\\S+)',
    'why (?:is|are|was|were|do|does|did)|what(?: i|\\W)?s wrong|look(?:ing)? over',
    'go(?:ing)? (?:over|through)\\b[^.?!\\n]{0,80}?\\bcareful(?:ly)?',
    '(?:find|spot|look for|search for|check (?:\\S+ ){0,3}for|hunt for|identify) (?:\\w+ ){0,3}(?:bugs?|errors?|problems?|issues?|defects?|flaws?|vulnerabilit(?:y|ies)|mistakes?|weaknesses)',
    'how (?:do|does|did|is|are)\\b[^.?!\\n]{1,120}?\\b(?:works?|working|fits? together|done|implemented|handled|structured|organi[sz]ed)',
    'how (?:[\\w./-]+ ){1,4}works',
    'what (?:do|does)\\b[^.?!\\n]{1,120}?\\bdo',
  ],
  de: [
    '(?:(?:ü|ue)ber)?pr(?:ü|ue)fe?(?:n|t)?|begutachte[nt]?|erkl(?:ä|ae)r(?:e|en|t|st|ung)?|erl(?:ä|ae)uter[ent]{1,2}|analysier(?:e|en|t)',
    'untersuch(?:e|en|t)|versteh(?:e|en|t)|schaut? (?:dir|euch)\\b[^.?!\\n]{0,80}?\\ban',
    '(?:finde|suche)n?\\b[^.?!\\n]{0,60}?(?:fehler|bugs?|probleme?|schwachstellen?)',
    'wie (?:funktionier(?:t|en)|arbeite(?:t|n)|geht|läuft)',
  ],
  fr: [
    '(?:passe|fais|fait|faire|faites)\\b[^.?!\\n]{0,40}?(?:revue|relecture|audit)|relis(?:ez)?',
    'explique[rz]?(?:-\\w+)?|analyse[rz]?|examine[rz]?|enquête[rz]?|étudie[rz]?|compren(?:dre|ds|ez|ons)',
    '(?:trouve|cherche)[rz]?\\b[^.?!\\n]{0,60}?(?:bugs?|erreurs?|problèmes?|failles?|bogues?)',
    'comment\\b[^.?!\\n]{0,120}?\\b(?:fonctionne(?:nt)?|marche(?:nt)?)',
  ],
  es: [
    'revis(?:a|e|ar|en)|(?:haz|hacer|haga)\\b[^.?!\\n]{0,40}?revisi[óo]n',
    'explic(?:a|ar|ame)|explíca(?:me|nos)|explique|analiz(?:a|ar|en)|analic[ee]n?|investig(?:a|ar|uen?)',
    'examin(?:a|ar|e)|entend(?:er|emos)|entiend[aeo]s?|comprend(?:er|e)',
    '(?:encuentra|busca|encontrar|buscar)\\b[^.?!\\n]{0,60}?(?:bugs?|errores|fallos|problemas|vulnerabilidades)',
    'c[óo]mo\\b[^.?!\\n]{0,120}?\\b(?:funcionan?|trabajan?)',
  ],
  pt: [
    'revis(?:e|ar)|(?:faça|fazer)\\b[^.?!\\n]{0,40}?revisão|expli(?:ca|car|que)|analis(?:a|ar|e)',
    'investig(?:a|ar|ue)|examin(?:a|ar|e)|entend(?:a|er)|compreend(?:a|er)',
    '(?:encontr(?:e|a|ar)|procur(?:e|a|ar)|ach(?:e|ar))\\b[^.?!\\n]{0,60}?(?:bugs?|erros|falhas|problemas|vulnerabilidades)',
    'como\\b[^.?!\\n]{0,120}?\\bfuncionam?',
  ],
  ru: [
    'ревью|проверь(?:те)?|(?:объясни|поясни)(?:те|ть)?|проанализир(?:уй(?:те)?|овать)|анализ',
    '(?:исследуй|расследуй|изучи)(?:те|ть)?|исследовать|разбер(?:ись|итесь)|по(?:йми|ймите|нять)',
    '(?:найди|ищи|найти|поищи)(?:те)?(?=\\s)[^.?!\\n]{0,60}?(?:баги?|ошибк[иу]|проблем[ыу]|уязвимост[иь])',
    'как\\s[^.?!\\n]{0,120}?работа(?:ет|ют)',
  ],
};
/** The same in languages that write no spaces between words. */
const WITHOUT_SPACES: readonly string[] = [
  '审查|审核|审阅|评审|评估|解释|说明一下|讲解|分析|调查|排查|理解|弄懂|研究一下',
  '(?:查找|找出|寻找|找到|检查)[^。？！\\n]{0,30}?(?:错误|漏洞|问题|缺陷|bug)|找bug',
  '(?:如何|怎么|怎样|怎麼)[^。？！\\n]{0,60}?(?:工作|运行|运作|实现)|工作原理',
  '審查|解釋|調查|解析|分析|調べて|調査|レビュー|監査|説明して|解説|理解|(?:バグ|不具合|問題|脆弱性|エラー)を?(?:見つけ|探し|探せ|検出)',
  '(?:どのように|どうやって|どう)[^。？！\\n]{0,60}?(?:動作|動い|動く|機能|働)|仕組み',
];

const REVIEW = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${Object.values(REQUESTS).flat().join('|')})(?!\\.?[\\p{L}\\p{N}_-])|${WITHOUT_SPACES.join('|')}`,
  'iu',
);
const REVIEWING_COMMAND = /\bgh pr (?:diff|review)\b|\bgit diff [^|;&]*\.\.\.?\w/;

/** True if a prompt asks to review, explain or investigate. Then any line may matter, even one that will not be edited. */
export const asksForReview = (prompt: string): boolean => REVIEW.test(prompt.slice(0, CHARS));

/** True if a command shows the changes to review. */
export const showsReview = (command: string): boolean => REVIEWING_COMMAND.test(command);

"""Fits the forest of src/engine/score/learned/question-weights.ts to features of mined cases, by `question-features.ts`.

usage: python3 fit_question.py TRAIN WEIGHTS.ts    (needs Debian's python3-sklearn)

TRAIN is the OUT of a run of question-features.ts. Prints how well lines are ranked by forests that were fitted without
the case's repository, and by the words alone. The figures are hit / cover at shares of the tokens, without markers.
"""
import hashlib
import json
import sys

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from fit import packed

FOLDS = 4
NEGATIVES_OF_CASE = 60
# 60 trees of 16 leaves were hardly better and took three times as long.
TREES, LEAVES = 24, 14
# Issues are few, and how agents are asked.
WEIGHTS = {'issue-title': 3, 'issue': 3}
SHARES = (0.1, 0.2, 0.3)


def read(path):
    with open(path + '.json') as file:
        index = json.load(file)
    rows = np.fromfile(path + '.f32', dtype=np.float32).reshape(-1, len(index['features']))
    for case in index['cases']:
        case['tokens'] = np.array(case['tokens'])
        case['range'] = np.full(case['lines'], -1)
        for i, (first, last) in enumerate(case['gold']):
            case['range'][first - 1:last] = i
    return index, rows


def sample(cases, rng):
    """Samples lines so that all cases of a family have the same weight, and all ranges of an answer too. Needed lines and
    other lines weigh the same in total."""
    rows, weights, labels = [], [], []
    for case in cases:
        needed, others = np.flatnonzero(case['range'] >= 0), np.flatnonzero(case['range'] < 0)
        if len(needed) == 0 or len(others) == 0:
            continue
        of = case['range'][needed]
        counts = np.bincount(of)
        some = rng.choice(others, min(NEGATIVES_OF_CASE, len(others)), replace=False)
        weight = WEIGHTS.get(case['family'], 1)
        rows += [case['first'] + needed, case['first'] + some]
        weights += [weight / counts[of] / np.count_nonzero(counts), np.full(len(some), weight / len(some))]
        labels += [np.ones(len(needed)), np.zeros(len(some))]
    return np.concatenate(rows), np.concatenate(weights), np.concatenate(labels)


def fit(data, cases):
    rows, weights, labels = sample(cases, np.random.default_rng(1))
    forest = HistGradientBoostingClassifier(max_iter=TREES, learning_rate=0.3, max_leaf_nodes=LEAVES, min_samples_leaf=100,
                                            l2_regularization=1.0, early_stopping=False, random_state=1)
    return forest.fit(data[rows], labels, sample_weight=weights * len(weights) / weights.sum())


def odds_of(forest, data, case):
    return forest.decision_function(data[case['first']:case['first'] + case['lines']])


def judge(cases, odds):
    figures = []
    for family in ('commit', 'doc', 'issue-title', 'issue'):
        for share in SHARES:
            hit = cover = count = 0
            for case, own in zip(cases, odds):
                if case['family'] != family:
                    continue
                order = np.argsort(-own, kind='stable')
                kept = np.zeros(case['lines'], bool)
                kept[order[np.cumsum(case['tokens'][order]) <= share * case['tokens'].sum()]] = True
                hit += np.mean([kept[first - 1:last].any() for first, last in case['gold']])
                cover += kept[case['range'] >= 0].mean()
                count += 1
            figures.append(f'{family} {share}: {100 * hit / count:.1f} / {100 * cover / count:.1f}')
    return ' | '.join(figures)


def main(path, out):
    index, data = read(path)
    cases, raw = index['cases'], index['features'].index('raw')
    repos = sorted({case['repo'] for case in cases})
    judged, odds = [], []
    for fold in range(FOLDS):
        forest = fit(data, [case for case in cases if repos.index(case['repo']) % FOLDS != fold])
        for case in cases:
            if repos.index(case['repo']) % FOLDS == fold:
                judged.append(case)
                odds.append(odds_of(forest, data, case))
    print('unseen ', judge(judged, odds))
    print('words  ', judge(cases, [data[case['first']:case['first'] + case['lines'], raw] for case in cases]))
    for clone in index['clones']:
        print(f"| {clone['name']} | `{clone['commit']}` | {clone['commits']} | {clone['docs']} | {clone['issues']} |")
    forest = packed(fit(data, cases))
    with open(out, 'w') as file:
        file.write(f"""// Written by test/bench/train/fit_question.py: see docs/learned-scorer.md.
export const VERSION = '{hashlib.sha256(forest.encode()).hexdigest()[:8]}';
/** Names of the features that the forest was fitted on, in order, separated by spaces. */
export const FITTED_ON: string =
  '{' '.join(index['features'])}';
export const FOREST: string =
  '{forest}';
""")


if __name__ == '__main__':
    main(*sys.argv[1:])

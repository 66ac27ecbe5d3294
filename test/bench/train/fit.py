"""Fits the forests of src/engine/score/learned/weights.ts to the features of recorded sessions, written by `features.ts`.

usage: python3 fit.py TRAIN TEST WEIGHTS.ts    (needs Debian's python3-sklearn)

TRAIN and TEST are the OUT of two runs of features.ts, over different repositories. Nothing is fitted on TEST. It is
only judged with the forests of TRAIN, and the results are printed. Cuts, chances and prices are chosen on sessions of
TRAIN, each judged by a forest that was fitted without it.
"""
import base64
import hashlib
import json
import struct
import sys

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

NEEDS = ['edit', 'use', 'fetch']
ASKED = [(0, 0.5), (1, 0.3), (2, 0.2)]
AUTOMATIC = [(3, 0.6), (4, 0.4)]
FOLDS = 3
LEAF = 255
NEGATIVES_OF_CASE = 40
NEGATIVES = 250_000
# More trees gave no better results: 80 and 200 were tried.
TREES = 30
# Share of all results in which every needed line must stay. The docs promise 95 % for `balanced`. With exactly 95 here,
# it was 94.6 % on repositories that nothing was fitted on.
LEVELS = {'careful': 0.98, 'balanced': 0.96}
# Shares of the tokens above each cut, in texts with an explicit question. Lines above the first cut are needed, whatever
# the words say. Lines above the second cut are not certainly unneeded.
NEEDED_SHARE, NOT_UNNEEDED_SHARE = 0.22, 0.35
# Without a question, a text is cut at one of these log-odds, or not at all.
STEPS = np.arange(-5, 0.01, 0.25)
# Tokens of a gap's marker, and of the notice below a shortened text.
MARKER, NOTICE = 11, 45


class Recorded:
    def __init__(self, path):
        with open(path + '.json') as file:
            index = json.load(file)
        self.features, self.cases, self.sessions = index['features'], index['cases'], index['sessions']
        rows = np.fromfile(path + '.f32', dtype=np.float32)
        self.rows = rows.reshape(-1, len(self.features))
        for case in self.cases:
            case['tokens'] = np.array(case['tokens'])
            by_need = {name: np.array(case['needs'][name], int) - 1 for name in NEEDS}
            case['by_need'] = {name: lines[lines < case['lines']] for name, lines in by_need.items()}
            case['needed'] = np.unique(np.concatenate(list(case['by_need'].values())))

    def rows_of(self, case, variant):
        return case['first'] + variant * case['lines']


def by_case(data, cases, rng):
    """Samples lines so that all cases and needs have the same weight, to find the best lines of each text."""
    rows, weights, labels = [], [], []
    for case in cases:
        others = np.setdiff1d(np.arange(case['lines']), case['needed'])
        for needed in case['by_need'].values():
            if len(needed) == 0 or len(others) == 0:
                continue
            for variant, weight in ASKED:
                first = data.rows_of(case, variant)
                some = rng.choice(others, min(NEGATIVES_OF_CASE, len(others)), replace=False)
                for lines, label in ((needed, 1), (some, 0)):
                    rows.append(first + lines)
                    weights.append(np.full(len(lines), weight / len(lines)))
                    labels.append(np.full(len(lines), label))
    return np.concatenate(rows), np.concatenate(weights), np.concatenate(labels)


def by_line(data, cases, rng, variants, damping):
    """Samples lines so that every line counts, even in cases without a need, to find how likely a line is needed. A case
    with n needed lines counts n ** (1 - damping) times."""
    rows, weights, labels = [], [], []
    for variant, weight in variants:
        needed, shares, others = [], [], []
        for case in cases:
            first, lines = data.rows_of(case, variant), case['needed']
            needed.append(first + lines)
            shares.append(np.full(len(lines), max(1, len(lines)) ** -damping))
            is_other = np.ones(case['lines'], bool)
            is_other[lines] = False
            others.append(first + np.flatnonzero(is_other))
        needed, shares, others = np.concatenate(needed), np.concatenate(shares), np.concatenate(others)
        some = rng.choice(others, min(NEGATIVES, len(others)), replace=False)
        rows += [needed, some]
        weights += [weight * shares * len(shares) / shares.sum(), np.full(len(some), weight * len(others) / len(some))]
        labels += [np.ones(len(needed)), np.zeros(len(some))]
    return np.concatenate(rows), np.concatenate(weights), np.concatenate(labels)


PURPOSES = {
    # The caller sets a share: find the best lines of the text.
    'share': lambda data, cases, rng: by_case(data, cases, rng),
    # The caller asks a question, and the engine decides how much to keep.
    'question': lambda data, cases, rng: by_line(data, cases, rng, ASKED, 0.5),
    # Without a question: remove lines that are certainly not needed.
    'automatic': lambda data, cases, rng: by_line(data, cases, rng, AUTOMATIC, 0),
}
VARIANT = {'share': 0, 'question': 0, 'automatic': 3}


def fit(purpose, data, cases):
    rows, weights, labels = PURPOSES[purpose](data, cases, np.random.default_rng(1))
    forest = HistGradientBoostingClassifier(max_iter=TREES, learning_rate=0.25, max_leaf_nodes=16, min_samples_leaf=100,
                                            l2_regularization=1.0, early_stopping=False, random_state=1)
    return forest.fit(data.rows[rows], labels, sample_weight=weights)


def judge(forest, data, cases, variant):
    """Returns the log-odds of each line of each case."""
    firsts = [data.rows_of(case, variant) for case in cases]
    rows = np.concatenate([np.arange(first, first + case['lines']) for first, case in zip(firsts, cases)])
    odds = forest.decision_function(data.rows[rows])
    return np.split(odds, np.cumsum([case['lines'] for case in cases])[:-1])


def judge_unseen(purpose, data):
    """Does the same with forests that were fitted without the case's session."""
    names = sorted({case['session'] for case in data.cases})
    fold_of = {name: fold for fold, name in zip(np.random.default_rng(2).permutation(len(names)) % FOLDS, names)}
    odds = [None] * len(data.cases)
    for fold in range(FOLDS):
        seen = [case for case in data.cases if fold_of[case['session']] != fold]
        unseen = [i for i, case in enumerate(data.cases) if fold_of[case['session']] == fold]
        for i, own in zip(unseen, judge(fit(purpose, data, seen), data, [data.cases[i] for i in unseen], VARIANT[purpose])):
            odds[i] = own
    return odds


def cuts_of(case, own):
    """For each step at which a text may be cut, returns the tokens saved, whether a needed line is lost, and the features
    that predict such a loss. These are the logs of the sum of the removed lines' risks, of the sum of their squares, and
    of the largest risk."""
    order = np.argsort(own, kind='stable')
    risk = logistic(own[order])
    tokens, risks, squares = (np.concatenate([[0], np.cumsum(values)])
                              for values in (case['tokens'][order], risk, risk * risk))
    out = np.searchsorted(own[order], STEPS)
    some = out[out > 0]
    before = np.concatenate([[99.0], own[:-1]])
    gaps = np.array([((own < step) & (before >= step)).sum() for step in STEPS])[out > 0]
    lost = np.array([(own[case['needed']] < step).any() for step in STEPS], bool)[out > 0]
    told = np.column_stack([np.log(risks[some]), np.log(squares[some]), np.log(risk[some - 1])])
    return tokens[some] - MARKER * gaps - NOTICE, lost, told


def chance_of(data, odds):
    """Fits a logistic regression that predicts whether a cut loses a needed line, from the features of `cuts_of`. Returns
    its weights, the bias last."""
    told, lost = [], []
    for case, own in zip(data.cases, odds):
        spared, is_lost, rows = cuts_of(case, own)
        told.append(rows[spared > 0])
        lost.append(is_lost[spared > 0])
    fitted = LogisticRegression(C=10, max_iter=1000).fit(np.concatenate(told), np.concatenate(lost))
    return [round(float(value), 4) for value in (*fitted.coef_[0], fitted.intercept_[0])]


def spared_and_lost(data, odds, chance, price):
    """Returns the tokens saved and the results that lose a needed line, if each text gets its most valuable cut. A loss
    costs its price and the saved tokens, because the text is read again."""
    total = losses = 0
    for case, own in zip(data.cases, odds):
        spared, lost, told = cuts_of(case, own)
        if len(spared) == 0:
            continue
        worth = spared - logistic(told @ chance[:3] + chance[3]) * (spared + price)
        best = np.argmax(worth)
        if worth[best] > 0:
            total += spared[best]
            losses += bool(lost[best])
    return total, losses


def price_for(data, odds, chance, level):
    """Finds the lowest price at which a share `level` of all results keeps every needed line, including short and failed
    results."""
    results = sum(session['results'] for session in data.sessions)
    low, high = 0, 50_000
    for _ in range(12):
        middle = (low + high) / 2
        _, lost = spared_and_lost(data, odds, chance, middle)
        low, high = (low, middle) if 1 - lost / results >= level else (middle, high)
    return round(high)


def cut_for_share(data, odds, share):
    flat, tokens = np.concatenate(odds), np.concatenate([case['tokens'] for case in data.cases])
    order = np.argsort(-flat)
    return float(flat[order[np.searchsorted(np.cumsum(tokens[order]), share * tokens.sum())]])


def logistic(odds):
    return 1 / (1 + np.exp(-odds))


def upper_half(value, down=False):
    """Converts to bfloat16. Rounds to the nearest, or down, so that values to the left of a cut stay there."""
    bits = int(np.float32(value).view(np.uint32))
    if not down:
        bits += 0x8000
    elif value < 0 and bits & 0xFFFF:
        bits += 0x10000
    return bits >> 16


def packed(forest):
    data = bytearray()
    for stage, predictors in enumerate(forest._predictors):
        nodes = predictors[0].nodes
        # The children of a node are adjacent.
        order, place = [0], {0: 0}
        for node in order:
            if not nodes[node]['is_leaf']:
                for child in (nodes[node]['left'], nodes[node]['right']):
                    place[int(child)] = len(order)
                    order.append(int(child))
        data += struct.pack('<B', len(order))
        for node in order:
            own = nodes[node]
            if own['is_leaf']:
                bias = forest._baseline_prediction.item() if stage == 0 else 0
                data += struct.pack('<BBH', LEAF, 0, upper_half(own['value'] + bias))
            else:
                cut = upper_half(own['num_threshold'], down=True)
                data += struct.pack('<BBH', own['feature_idx'], place[int(own['left'])], cut)
    return base64.b64encode(bytes(data)).decode()


def best_share(data, odds, need, share):
    hit = cover = every = count = 0
    for case, own in zip(data.cases, odds):
        needed = case['by_need'][need]
        if len(needed) == 0:
            continue
        left, kept = share * case['tokens'].sum(), np.zeros(case['lines'], bool)
        for line in np.argsort(-own, kind='stable'):
            if case['tokens'][line] <= left:
                kept[line] = True
                left -= case['tokens'][line]
        found = kept[needed].sum()
        hit, cover, every, count = hit + (found > 0), cover + found / len(needed), every + (found == len(needed)), count + 1
    return f'{100 * hit / count:.0f} / {100 * cover / count:.0f} / {100 * every / count:.0f}'


def main(train_path, test_path, out):
    train, test = Recorded(train_path), Recorded(test_path)
    forests = {purpose: fit(purpose, train, train.cases) for purpose in PURPOSES}
    unseen = {purpose: judge_unseen(purpose, train) for purpose in ('question', 'automatic')}
    cuts = {'needed': cut_for_share(train, unseen['question'], NEEDED_SHARE),
            'unneeded': cut_for_share(train, unseen['question'], NOT_UNNEEDED_SHARE)}
    chance = chance_of(train, unseen['automatic'])
    prices = {level: price_for(train, unseen['automatic'], chance, share) for level, share in LEVELS.items()}

    trees = {purpose: packed(forest) for purpose, forest in forests.items()}
    cuts = {name: round(cut, 4) for name, cut in cuts.items()}
    # Part of the keys of cached answers.
    version = hashlib.sha256(json.dumps([cuts, chance, prices, trees]).encode()).hexdigest()[:8]
    with open(out, 'w') as file:
        lines = ['// Written by test/bench/train/fit.py: see docs/learned-scorer.md.', f"export const VERSION = '{version}';"]
        lines.append(f'/** Names of the features that the forests were fitted on, in order, separated by spaces. */\nexport const FITTED_ON: string = {json.dumps(" ".join(train.features))};')
        lines.append('/** Log-odds from which a line is kept. */\nexport const CUTS = ' + json.dumps(cuts) + ' as const;')
        lines.append('/** How likely a text that is cut loses a needed line: see `chanceOfLoss`. */\nexport const CHANCE = ' + json.dumps(chance) + ' as const;')
        lines.append('/** Tokens that a lost line costs beside what is read back. */\nexport const PRICES = ' + json.dumps(prices) + ' as const;')
        lines.append('export const FORESTS: Readonly<Record<string, string>> = ' + json.dumps(trees) + ';')
        file.write('\n'.join(lines) + '\n')

    odds = judge(forests['share'], test, test.cases, 0)
    print('share kept | edit: hit / cover / all | use: hit / cover / all')
    for share in (0.1, 0.2, 0.3, 0.5):
        print(f'{share} |', best_share(test, odds, 'edit', share), '|', best_share(test, odds, 'use', share), flush=True)
    results, tokens = (sum(session[key] for session in test.sessions) for key in ('results', 'tokens'))
    for name, variant in (('whole session', 3), ('own calls', 4)):
        odds = judge(forests['automatic'], test, test.cases, variant)
        for level in LEVELS:
            spared, lost = spared_and_lost(test, odds, chance, prices[level])
            print(f'{name}, {level}: {100 * spared / tokens:.1f} % of all tokens spared, every needed line in {100 - 100 * lost / results:.1f} % of all results, {100 - 100 * lost / len(test.cases):.1f} % of long ones')


if __name__ == '__main__':
    main(*sys.argv[1:])

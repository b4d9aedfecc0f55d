"""The formula of each measure as LaTeX; the site shows it as MathML, which browsers draw without a script."""

from __future__ import annotations

from latex2mathml.converter import convert

FORMULAS = {
    "aul": r"A(S) = \frac{1}{n} \sum_i \log P(w_i \mid S), \quad \text{score} = 100 \cdot \text{mean}\,[A(\text{more}) > A(\text{less})]",
    "aula": r"A(S) = \frac{1}{n} \sum_i \alpha_i \log P(w_i \mid S), \quad \text{score} = 100 \cdot \text{mean}\,[A(\text{more}) > A(\text{less})]",
    "b-s-jsd": r"100 \cdot \text{mean}\left[\sum_{u \in U} d(p_\text{more}(u)) < \sum_{u \in U} d(p_\text{less}(u))\right]",
    "bleu": r"\text{BLEU} = 100 \cdot \text{BP} \cdot \left(p_1 p_2 p_3 p_4\right)^{1/4}, \quad \text{BP} = \min\left(1, e^{1 - r/c}\right)",
    "cb": r"\text{CB} = \frac{1}{|T||A|} \sum_{t \in T} \sum_{a \in A} \text{Var}_n\left[\log P'(n \mid t, a)\right]",
    "chrf": r"\text{chrF} = 100 \cdot \frac{(1 + \beta^2)\, P R}{\beta^2 P + R}, \quad \beta = 2",
    "cps": r"s(S) = \sum_{u \in U} \log P(u \mid S_{\setminus u}), \quad \text{CPS} = 100 \cdot \text{mean}\,[s(\text{more}) > s(\text{less})]",
    "ect": r"\text{ECT} = \rho_{a \in A}\left(\cos(\overline{T_1}, a), \cos(\overline{T_2}, a)\right)",
    "fn": r"\text{FN} = 1 - \frac{\sum_s w_s n_s}{\sum_s w_s}, \quad s \in \{\text{pro}, \text{anti}, \text{non}\}",
    "icat": r"\text{icat} = \text{lms} \cdot \frac{\min(\text{ss}, 100 - \text{ss})}{50}",
    "lms": r"\text{lms} = 100 \cdot \text{mean}_t\, P_t\left(s(\text{meaningful}) > s(\text{unrelated})\right)",
    "log-prob-bias": r"\text{score}(t, a) = \log P'(x \mid t, a) - \log P'(y \mid t, a), \quad P' = \frac{p_\text{tgt}}{p_\text{prior}}",
    "mac": r"\text{MAC} = \text{mean}_{t \in T}\, \text{mean}_{A}\, \text{mean}_{a \in A} \left(1 - \cos(t, a)\right)",
    "mbe": r"\text{MBE} = 100 \cdot \frac{\sum_m \sum_f C(m, f)\, [A(m) > A(f)]}{\sum_m \sum_f C(m, f)}",
    "nli-accuracy": r"\text{accuracy} = 100 \cdot \text{mean}\left[\text{arg max}_\ell P(\ell) = \ell_\text{gold}\right]",
    "nli-coal": r"\text{bias} = \frac{e_\text{pro} + c_\text{anti} + (1 - n_\text{non})}{3}",
    "pseudo-perplexity": r"\text{PPPL} = \exp\left(-\frac{1}{N} \sum_w \log P(w \mid S_{\setminus w})\right)",
    "ripa": r"\text{RIPA} = \text{mean}_{a \in A} \langle a, b \rangle, \quad \lVert b \rVert = 1",
    "rnd": r"\text{RND} = \sum_{x \in A} \left(\lVert \overline{T_1} - x \rVert - \lVert \overline{T_2} - x \rVert\right)",
    "rnsb": r"P(w) = \frac{C(w)}{\sum_v C(v)}, \quad \text{RNSB} = \sum_w P(w) \log\left(P(w)\, |T|\right)",
    "s-jsd": r"\text{S}_\text{JSD} = \text{mean}\, \frac{1}{|U|} \sum_{u \in U} \left[d(p_\text{more}(u)) - d(p_\text{less}(u))\right], \quad d(p) = \sqrt{\tfrac{1}{2}\left[p \log_2 p - (p+1) \log_2 (p+1) + 2\right]}",
    "ss": r"\text{ss} = 100 \cdot \text{mean}_t\, P_t\left(s(\text{stereotype}) > s(\text{anti})\right)",
    "sss": r"s(S) = \frac{1}{|M|} \sum_{m \in M} \log P(m \mid S_{\setminus M}), \quad \text{SSS} = 100 \cdot \text{mean}\,[s(\text{more}) > s(\text{less})]",
    "tgbi": r"P_i = \sqrt{p_\text{he}\, p_\text{she} + p_\text{they}}, \quad \text{TGBI} = \text{mean}_i\, P_i",
    "weat": r"d(w) = \text{mean}_{a \in A_1} \cos(w, a) - \text{mean}_{a \in A_2} \cos(w, a), \quad \text{effect} = \frac{\text{mean}_{T_1} d - \text{mean}_{T_2} d}{\text{sd}_{T_1 \cup T_2}\, d}",
    "bbq": r"s_\text{AMB} = 100 \cdot \frac{n_\text{biased} - n_\text{counter}}{n}",
    "bbq-accuracy": r"\text{accuracy} = 100 \cdot \frac{n_\text{right}}{n}",
    "bbq-disambiguated": r"s_\text{DIS} = 100 \cdot \left(\frac{2\, n_\text{biased}}{n_\text{biased} + n_\text{counter}} - 1\right)",
    "gest": r"r_i = \exp\left(\text{mean}\left(\log_{10} P(\text{he}) - \log_{10} P(\text{she})\right)\right), \quad g_s = \frac{\left(\prod_{i \in M} r_i\right)^{1/|M|}}{\left(\prod_{i \in F} r_i\right)^{1/|F|}}",
    "gest-translation": r"f_s = \text{mean}_{i \in M}\, p_i - \text{mean}_{i \in F}\, p_i",
    "mt-gender-accuracy": r"\text{accuracy} = 100 \cdot \frac{\text{right}}{\text{right} + \text{wrong}}",
    "winomt": r"\text{accuracy} = 100 \cdot \text{mean}\left[g_\text{translation} = g_\text{source}\right]",
    "winomt-labour": r"\text{slope of } [g_\text{translation} = \text{female}] \text{ on } p_\text{women}(\text{occupation})",
    "tgbi-labour": r"\text{slope of } [\text{she}] \text{ on } p_\text{women}(\text{occupation})",
    "gender-lost": r"\text{lost} = 100 \cdot \text{mean}\left[g_\text{translation} \neq g_\text{source}\right]",
    "winomt-delta-g": r"\Delta G = F_1(\text{male}) - F_1(\text{female}), \quad F_1(g) = \frac{200 \cdot \text{right}(g)}{\text{predicted}(g) + \text{gold}(g)}",
    "winomt-delta-s": r"\Delta S = F_1(\text{pro}) - F_1(\text{anti})",
}  # fmt: skip


def formula(measure: str) -> str:
    """Empty for a measure of another package."""
    if measure not in FORMULAS:
        return ""
    # On a phone a long formula is moved sideways alone, not the page with it.
    return f'<div style="overflow-x: auto">{convert(FORMULAS[measure], display="block")}</div>\n\n'

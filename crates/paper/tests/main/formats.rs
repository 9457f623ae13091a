//! reStructuredText, notebooks and HTML: their mathematics as LaTeX, with the place in the file.

use appell_paper::Paper;

use crate::place_of;

fn paper(name: &str, text: &str) -> Paper {
    Paper::from_text(name, text).unwrap()
}

#[test]
fn restructured_text() {
    let text = "Arm\n===\n\nwhere :math:`h = l_1` costs $5\n\n.. math:: a = b\n   :label: one\n\n\
        .. math::\n   :nowrap:\n\n   \\begin{align}\n   c &= d\n   \\end{align}\n\n\
        \t.. math::\n\n\t   e = f\n\n\t   g = h\n\nnot\n";
    let paper = paper("a.rst", text);
    let plain: String = paper.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains(r"where \(h = l_1\) costs 5"), "{plain}");
    assert!(plain.contains(r"\begin{align*} a = b \end{align*}"), "{plain}");
    assert!(plain.contains(r"\begin{align} c &= d \end{align}"), "{plain}");
    assert!(plain.contains(r"\begin{align*} e = f \end{align*} \begin{align*} g = h"), "{plain}");
    assert_eq!(place_of(&paper, "c &="), ("a.rst", 13, 4));
    assert_eq!(place_of(&paper, "h = l_1"), ("a.rst", 4, 14));
}

#[test]
fn a_notebook() {
    let text = r##"{
 "cells": [
  {"cell_type": "code", "source": ["x = '$$ no $$'"], "outputs": []},
  {
   "cell_type": "markdown", "metadata": {},
   "source": [
    "# Arm\n",
    "$$ \\dot{q}_1 = \u03b8 $$ and \"words\"\n",
    "next"
   ]
  },
  {"cell_type": "markdown", "source": "$$ T = 1 $$"}
 ],
 "nbformat": 4
}"##;
    let paper = paper("a.ipynb", text);
    assert_eq!(paper.text(), "# Arm\n$$ \\dot{q}_1 = θ $$ and \"words\"\nnext\n\n$$ T = 1 $$\n\n");
    assert_eq!(place_of(&paper, "$$ \\dot"), ("a.ipynb", 8, 6));
    assert_eq!(place_of(&paper, "q}_1"), ("a.ipynb", 8, 15));
    assert_eq!(place_of(&paper, "T = 1"), ("a.ipynb", 12, 43));
    for (text, words) in [("{", "JSON"), ("{\"cells\": 1}", "cells"), ("[]", "cells")] {
        let problem = Paper::from_text("a.ipynb", text).unwrap_err();
        assert!(problem.code == "notebook" && problem.message.contains(words), "{problem:?}");
    }
}

#[test]
fn html_with_tex() {
    let text = r#"<html><head><title>$$ no $$</title></head><body>
<p>Where \(a &lt; b\) and
$$ c = d $$
<script type="math/tex; mode=display">e = f</script><script>$$ no $$</script>
<script type="math/tex">g = h</script>
<span class="katex-display"><span class="katex"><span class="katex-mathml"><math display="block"><semantics>
<mrow><mi>no</mi></mrow><annotation encoding="application/x-tex">i &amp;= \dot{j}</annotation></semantics></math></span>
<span class="katex-html" aria-hidden="true"><span>no</span></span></span></span>
<pre>$$ no $$</pre>
<table><tr><th>\(a_i\)</th><th>d
</th></tr><tr><td>1</td><td>2</td></tr></table></body></html>"#;
    let paper = paper("a.html", text);
    let plain: String = paper.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!plain.contains("no"), "{plain}");
    assert!(plain.contains(r"\(a < b\) and $$ c = d $$ $$ e = f $$"), "{plain}");
    assert!(plain.contains(r"\( g = h \)"), "{plain}");
    assert!(plain.contains(r"$$ i &= \dot{j} $$"), "{plain}");
    assert!(paper.text().contains("\n| \\(a_i\\) | d  | \n"), "{}", paper.text());
    assert_eq!(place_of(&paper, "e = f"), ("a.html", 4, 39));
    assert_eq!(place_of(&paper, "\\dot{j}").1, 7);
}

#[test]
fn mathml_as_latex() {
    let written = |inside: &str| {
        let text = format!("<math xmlns='m' display='block'>{inside}</math>");
        let paper = Paper::from_text("a.html", text).unwrap();
        let text = paper.text().trim();
        text.trim_start_matches("$$").trim_end_matches("$$").trim().to_owned()
    };
    for (mathml, latex) in [
        (
            "<msub><mover><mi>q</mi><mo>˙</mo></mover><mn>1</mn></msub><mo>=</mo><mi>sin</mi><mo>&#x2061;</mo><mi>θ</mi>",
            r"{\dot{q}}_{1}=\sin θ",
        ),
        (
            "<mfrac><mn>1</mn><mn>2</mn></mfrac><mo>−</mo><msqrt><mi>x</mi></msqrt>",
            r"\frac{1}{2}-\sqrt{x}",
        ),
        (
            "<mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mn>0</mn></mtd></mtr></mtable><mo>]</mo>",
            r"\left[\begin{matrix} 1 & a \\ 0 \end{matrix}\right]",
        ),
        ("<mfenced open='['><mi>a</mi><mi>b</mi></mfenced>", r"\left[ a, b\right)"),
        (
            "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mi>b</mi></mtd></mtr></mtable>",
            r"\begin{aligned} a & =b \end{aligned}",
        ),
        (
            "<mmultiscripts><mi>R</mi><mn>1</mn><none/><mprescripts/><none/><mn>0</mn></mmultiscripts>",
            r"{}^{0}R_{1}",
        ),
        (
            "<msup><mi>y</mi><mo>′</mo></msup><mo>+</mo><msup><mi>cos</mi><mn>2</mn></msup><mi>x</mi>",
            r"y'+\cos ^{2}x",
        ),
        (
            "<mrow><mtext>if}</mtext><mspace/><mphantom><mi>p</mi></mphantom><mi>&omega;</mi></mrow>",
            r"\text{if}ω",
        ),
    ] {
        assert_eq!(written(mathml), latex);
    }
}

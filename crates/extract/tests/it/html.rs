//! HTML: what a reader of the page sees, as Markdown.

use super::{extract, outline, try_extract};

fn body(html: &str) -> String {
    extract("a.html", html).text
}

#[test]
fn scripts_styles_menus_and_templates_are_left_out() {
    let document = extract(
        "a.html",
        "<html><head><style>h1{}</style><script>var x=\"<h1>no</h1>\"</script></head><body>\
         <nav>menu <nav>inner</nav> menu</nav><main><h2>Real</h2><p>Text &amp; more&nbsp;x</p>\
         <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2|3</td></tr></table></main>\
         <template><p>hidden</p></template><noscript>ns</noscript><div hidden>h</div></body></html>",
    );
    assert_eq!(document.media_type, "text/html");
    assert_eq!(
        document.text,
        "## Real\n\nText & more x\n\n| A | B |\n|---|---|\n| 1 | 2\\|3 |\n"
    );
    assert_eq!(document.title, None);
    assert!(document.warnings.is_empty());
    assert_eq!(
        outline(&document)[2],
        "table: \"| A | B |\\n|---|---|\\n\" + \"| 1 | 2\\\\|3 |\""
    );
}

#[test]
fn the_declared_encoding_and_the_title_element_are_used() {
    let document = extract(
        "a.html",
        b"<html><head><meta charset=\"iso-8859-1\"><title> Caf\xe9\n x</title></head><body>\
          <h1>Cr\xe8me br\xfbl\xe9e</h1><p>\xc0 la carte</p><pre># not heading</pre></body></html>",
    );
    assert_eq!(document.title.as_deref(), Some("Café x"));
    assert_eq!(
        outline(&document),
        [
            "h1: Crème brûlée",
            "paragraph: \"À la carte\"",
            "code: \"```\\n# not heading\\n```\"",
        ]
    );
    assert!(document.warnings.is_empty());
}

#[test]
fn lists_quotes_and_code_keep_their_structure() {
    assert_eq!(
        body(
            "<p>Intro<ul><li>a<ul><li>b</li><li>c</ul><li><p>d</p><p>e</p></ul>\
             <ol start=3><li>f<pre><code class='hljs language-rust'>\nlet a = \"`\";\n\n// ``` x\n</code></pre>\
             <li>g</ol><blockquote><p>q<p>r</blockquote><p>use <code>a  `b`</code> now"
        ),
        "Intro\n\n- a\n  - b\n  - c\n- d\n\n  e\n3. f\n\n   ````rust\n   let a = \"`\";\n\n   // ``` x\n   ````\n\
         4. g\n\n> q\n>\n> r\n\nuse `` a `b` `` now\n"
            .replace("  e\n3. f", "  e\n\n3. f")
    );
}

#[test]
fn page_text_is_never_taken_for_markdown_structure() {
    let document = extract(
        "a.html",
        "<p># no heading<p>1. no list<p>---<br>+++<p>a &lt;div&gt; b<p>[x]: y<h2>The &lt;b&gt; tag</h2>",
    );
    assert_eq!(
        outline(&document),
        [
            "paragraph: \"\\\\# no heading\"",
            "paragraph: \"1\\\\. no list\"",
            "paragraph: \"\\\\---\\n\\\\+++\"",
            "paragraph: \"a \\\\<div> b\"",
            "paragraph: \"\\\\[x]: y\"",
            "h2: The <b> tag",
        ]
    );
}

#[test]
fn links_and_images_are_read_as_what_they_say() {
    assert_eq!(
        body(
            "<p>See <a href='https://a.org/b'>the <b>site</b></a>, <img src=x alt='A cat'><a href=c><div>card</div>x</a>"
        ),
        "See the site, A cat\n\ncard\n\nx\n"
    );
}

#[test]
fn a_layout_table_becomes_the_content_of_its_cells() {
    assert_eq!(
        body(
            "<table><tr><td><h2>Left</h2><p>one<td><table><tr><td>k<td>v<tr><td>a<td>b<br>c</table>\
             </table>after"
        ),
        "## Left\n\none\n\n| k | v |\n|---|---|\n| a | b c |\n\nafter\n"
    );
}

#[test]
fn old_pages_without_closing_tags_are_read_in_paragraphs() {
    assert_eq!(
        body("<HTML><BODY><H1>T<P>one<br>line<br><br>two<HR>three<DL><DT>k<DD>v</DL>"),
        "# T\n\none\nline\n\ntwo\n\nthree\n\nk\n\nv\n"
    );
}

#[test]
fn a_menu_that_never_ends_does_not_swallow_the_page() {
    let document = extract("a.html", "<html><title>T</title><nav>menu<p>content");
    assert_eq!(document.text, "T\n\nmenu\n\ncontent\n");
    assert_eq!(document.title.as_deref(), Some("T"));
    assert_eq!(document.warnings.len(), 1);
    assert_eq!(body("<html><nav><p>only menu</nav>"), "only menu\n");
    assert_eq!(body("<html><title>open<p>content"), "open\n\ncontent\n");
}

#[test]
fn references_cannot_smuggle_control_characters_in() {
    let document = extract("a.html", "<p>a&#27;[31mb&#xfeff;c&#8;");
    assert_eq!(document.text, "abc\n");
}

#[test]
fn a_page_without_text_is_refused() {
    let error = try_extract("a.html", "<html><script>x()</script><p> &nbsp;").expect_err("no text");
    assert_eq!(error.message, "`a.html` has no text");
}

#[test]
fn hostile_nesting_is_read_in_full() {
    for (open, close) in [
        ("<div>", ""),
        ("<table><tr><td>", ""),
        ("<table><tr><td>", "</table>"),
        ("<ul><li>", "</ul>"),
        ("<blockquote>", "</blockquote>"),
        ("<b><i><p>", ""),
        ("<a href='https://a.b'><code>", "</code></a>"),
        ("<div></x><object></div></object>x", ""),
        ("<svg><b>", "</b></svg>"),
    ] {
        let page = format!(
            "<html><p>first{}deep{}<p>last",
            open.repeat(5_000),
            close.repeat(5_000)
        );
        let text = body(&page);
        assert!(text.contains("first") && text.contains("last"), "{open}");
        assert!(text.contains("deep") || open.contains("svg"), "{open}");
    }
}

import Testing

/// Texts that are hard to take apart.
enum TranscriptTexts {
    struct Text: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String

        init(_ name: String, _ text: String) {
            testDescription = name
            self.text = text
        }
    }

    static let hard = [
        Text("all kinds", allKinds), Text("lists", lists), Text("quotes", quotes), Text("code", code),
        Text("tables", tables), Text("what looks like something else", lookalikes), Text("languages", languages),
        Text("line ends", lineEnds), Text("html and references", html),
    ]

    static let allKinds = """
        # Title with **bold** and `code`

        A paragraph with *italic*, ~~struck~~, a [link](https://example.org/a?b=c "t") and <https://example.org>.
        Its second line ends hard\\
        and goes on. $e = mc^2$ and $$\\sum_i x_i$$ stay.

        Setext
        ======

        - one
        - two
          - two a

            with a paragraph
          - two b
        - [ ] open
        - [x] done

        1. first
        2. second
           > a quote
           > in it
        7. third

        > said
        lazily
        >
        > - a list

        ```swift
        let x = 1 // 🦉

        ```

        | a | b |
        |---|:-:|
        | 1 | **2** |
        after the table

        ---
        ***
        last
        """

    static let lists = """
        - a
        -
        - b

          still b
        * another list
        + and another
        1) one
        1) two
        1) three
        3. other
        3. more
        - - x
          - y
            - z
        -

          not in the item
        - a
         - b
          - c
           - d
            - e
        10. ten

            under ten

               code?
        11. eleven
            - deep
              1. deeper
              1. deeper still

                 end
        - # heading in an item
        - ```
          code in an item
          ```
        -     indented in an item
        - | a | b |
          |---|---|
          | 1 | 2 |
        1. a

        1. b


        1. c
        para
        -\ttab
        \t- tab tab
        """

    static let quotes = """
        > a
        > b
        c

        > 1. x

        > 1. y
        >    z
        >
        > 1. again
        > > deeper
        > still deeper
        >
        > back
        >
        - > in an item
          > more
          1. under it
        > ```
        > code
        >
        out
        > # heading
        >
        > | a |
        > |---|
        > | b |
        1. a
        >
        1. b
        >
        >
        end
        """

    static let code = """
        ```rust
        fn main() {
            println!("```");
        }
        ```
        ~~~~
        ~~~
        still
        ~~~~
        ````md
        ```
        inner
        ```
        ````
            indented

            goes on


        after
        - item
          ```python
          def f():
              \"\"\"doc

              more\"\"\"

          ```
          after code
        1. ```c
           /* a */
        left the item
        ```
        never closed

            # not a heading
        - not a list
        """

    static let tables = """
        | a | b | c |
        |:--|--:|:-:|
        | 1 | `a|b` \\| x | |
        | only one
        no bars at all

        before
        | a |
        |---|
        | **b** | dropped |

        | not | a table |
        | at | all |
        a | b
        --|--
        1 | 2
        - ends it
        """

    static let lookalikes = """
        #hashtag
        -dash
        1.no
        a
        - b
        text
        2. not a list here
        text
        1. a list
        ***bold italic*** **unclosed *and
        `unclosed
        \\# no \\* no
        &amp; &nosuch; &#42;
        a  b\t c
        text
        ---
        text
        - - -
        [not a link] (x) [x]( y
        snake_case_name 2*3*4
        ```not a fence```
        ``
        """

    static let languages = """
        これは**太字**です。リスト：

        - 一つ目👨‍👩‍👧‍👦
        - 二つ目e\u{301}

        مرحبا *بالعالم* 🇩🇪🇫🇷

        > 引用\u{200D}

        ```python
        x = "👩🏽‍💻" # ä
        ```
        """

    static let lineEnds = "a\r\nb\rc\r\n\r\n- x\r\n- y\r\r```\r\ncode\r\n```\r\n| a |\r\n|---|\r\n| b |\r\n"

    static let html = """
        <div>
        **bold**

        - x
        </div>
        <!-- comment
        that never ends

        <script>alert("x")</script>
        a <b>b</b> <br/>
        [ref]: https://example.org "title"
        [ref] and [text][ref] and [^1]

        [ref]: again
        [two
        lines]: x

        [^1]: a footnote
        > [q]: z
        - [i]: z
        <https://example.org> <a@b.c>
        """

    /// Lines put together at random out of everything that means something.
    static func random(lines: Int, _ random: inout Seeded) -> String {
        var text = ""
        for _ in 0..<lines {
            for _ in 0..<Int.random(in: 0...3, using: &random) { text += leads.randomElement(using: &random) ?? "" }
            text += bodies.randomElement(using: &random) ?? ""
            text += "\n"
        }
        return text
    }

    private static let leads = [
        "- ", "* ", "1. ", "1. ", "12) ", "> ", "> ", ">", "  ", "   ", "    ", "\t", "-\t", "- [ ] ", "-     ",
    ]

    private static let bodies = [
        "", "", "", "word", "two words", "**bold**", "# heading", "---", "===", "***", "```", "```", "```rust", "~~~",
        "| a | b |", "|---|:-:|", "| 1 | 2 |", "a | b", "--|--", "-", ">", "1.", "<div>", "<!--", "[a]: b", "[a]: b",
        "[a]", "`code`", "`open", "$$", "$x$", "a\\", "a  ", "🦉é", "+", "*", "&amp;", "<https://x.org>",
    ]

    /// What is known to be hard on readers of Markdown.
    static let hostile = [
        ">", "> ", "- ", "1. ", "*", "**", "_a", "[", "![", "](", "`", "``` `", "$", "$$a", "|", "|a", "a|\n", "<",
        "<!--",
        "\\", "&", "#", "~", "\n", "- \n", "> a\n", "  ", "\t", "[a]: x\n\n", "*a_b", "| a\n|-\n", "|-", "- - - x\n",
        "```\n",
        "\u{1}\u{2}", "é", "1. a\n   ", "\r", "\u{0}", "999999999. a\n", "- [ ] \n", ">\t- ", "\t\n", " \n", ">\n",
        "```\n\n",
        "    a\n\n\n", "|a|\n|-|\n\n", "x\n===\n", "-\n\n", "- ```\n", "> ~~~\n>\n", "🦉", "\u{200D}", "e\u{301}",
    ]

    /// Blocks of any kind, some of them much longer than what is read again, without looks that go over a parting.
    static func long(length: Int, _ random: inout Seeded) -> String {
        var text = ""
        while text.utf8.count < length {
            let size = [3, 30, 300][Int.random(in: 0...2, using: &random)]
            let lead = ["", "", "", "> ", "- ", "1. ", "> - ", "2. > ", "- - "].randomElement(using: &random) ?? ""
            let further = String(lead.map { $0 == ">" ? ">" : " " })
            var lines: [String]
            switch Int.random(in: 0...8, using: &random) {
            case 0: lines = (0..<size).map { "Line \($0) of words, some of them **bold** and `code`." }
            case 1: lines = [String(repeating: "One line of many words that goes on. ", count: size * 2)]
            case 2: lines = ["```python"] + (0..<size).map { "x\($0) = 'ä🦉' # x ``` \"\"\"" } + ["", "```"]
            case 3: lines = ["| a | b |", "|:--|--:|"] + (0..<size).map { "| \($0) | *cell* `x` |" }
            case 4: lines = (0..<size).map { "1. item \($0) with **words**" }
            case 5: lines = (0..<size).flatMap { ["- item \($0)", "", "  more of it", "  - inner"] }
            case 8: lines = ["   ````c++ x"] + (0..<size).map { "    x\($0);" } + ["", "  ```", "```"] + ["  ````"]
            case 6: lines = ["# Heading", "", "~~~", String(repeating: "x y``` ", count: size * 8), "~~~"]
            default: lines = (0..<size).map { ["    indented \($0)", ""][$0 % 7 == 5 ? 1 : 0] }
            }
            text += lead + lines.joined(separator: "\n" + further) + "\n\n"
            text += Bool.random(using: &random) ? "Words between.\n\n" : ""
        }
        return text
    }
}

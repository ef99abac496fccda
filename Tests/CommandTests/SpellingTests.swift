import TestLimits
import Testing

@testable import ToolSupport

@Suite(.timeLimited) struct `Misspelled words` {
    @Test(arguments: [
        ("verify", "verify", 0), ("verfy", "verify", 1), ("inof", "info", 1), ("cutt", "cut", 1),
        ("vrefiy", "verify", 2),
        ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3),
    ])
    func `Letters are inserted, deleted, replaced and swapped`(first: String, second: String, distance: Int) {
        #expect(Spelling.distance(first, second) == distance)
        #expect(Spelling.distance(second, first) == distance)
    }

    @Test(arguments: [
        ("verfy", "verify"), ("convrt", "convert"), ("mrege", "merge"), ("ftech", "fetch"), ("inof", "info"),
        ("cat", "cut"),
    ])
    func `The nearest word is found`(word: String, nearest: String) {
        let words = ["cut", "info", "verify", "convert", "fetch", "merge"]
        #expect(Spelling.nearest(to: word, among: words) == nearest)
    }

    @Test(arguments: [
        "nonsense", "a", "batch", "photo", "IMG_0003", "verification", String(repeating: "v", count: 4000),
    ])
    func `A word that is far from all has no nearest one`(word: String) {
        #expect(Spelling.nearest(to: word, among: ["cut", "info", "verify", "convert", "fetch", "merge"]) == nil)
    }

    @Test func `Words for tileserve name its subcommand`() {
        func fault(_ words: String...) -> String? {
            ToolArguments.fault(in: words, of: "tileserve", subcommands: ["sign"])
        }
        #expect(fault("sgin", "--key", "k") == "sgin is neither a file nor a subcommand. Did you mean tileserve sign?")
        #expect(fault("help", "nonsense") == "there is no subcommand nonsense. The only one is sign.")
        #expect(fault("help") == nil && fault("help", "sign") == nil && fault("help", "--port") == nil)
        #expect(fault("sign") == nil && fault("pyramids") == nil && fault() == nil)
    }

    @Test func `A picture has the extension of PNG, or a name without one`() {
        for path in ["view.png", "view.PNG", "view", "shots.v2/view", "view.2", "/dev/stdout"] {
            #expect(ToolArguments.fault(ofPNG: path) == nil)
        }
        for path in ["view.jpg", "view.JPEG", "view.foo", "p.png/view.webp"] {
            #expect(ToolArguments.fault(ofPNG: path)?.hasPrefix("\(path): the picture is a PNG file") == true)
        }
    }

    @Test func `Only files are served`() {
        #expect(ToolArguments.fault(ofServed: "/") == nil)
        #expect(ToolArguments.fault(ofServed: "/no/x.dzi") == "/no/x.dzi: no such file or folder. Check the spelling.")
        #expect(
            ToolArguments.fault(ofServed: "https://user:S3CRET@example.org/x.dzi?key=S3CRET")
                == "https://example.org/x.dzi: only files and folders are served. Copy the pyramid first: tilecut convert "
                + "ADDRESS OUTPUT")
    }
}

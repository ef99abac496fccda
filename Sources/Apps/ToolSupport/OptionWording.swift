/// Names the options of the tools in messages of the libraries, which name none.
///
/// A library advises in words, such as "Choose another tile size.", because its callers have properties and no command line. A tool
/// says the same with its option: "Choose another --tile-size."
package enum OptionWording {
    /// A phrase of the libraries, and the phrase of the tools that takes its place.
    package struct Phrase: Sendable {
        /// The words of the libraries, as within a sentence.
        package let words: String
        /// The words with the name of an option.
        package let option: String

        init(_ words: String, _ option: String) {
            self.words = words
            self.option = option
        }

        /// The phrase as it begins a sentence.
        fileprivate var capitalized: Phrase {
            Phrase(words.prefix(1).uppercased() + words.dropFirst(), option.prefix(1).uppercased() + option.dropFirst())
        }

        /// A message with the words of the tools; one that has them already stays as it is.
        fileprivate func applied(to message: String) -> String {
            guard message.contains(words) else { return message }
            return message.replacing(option, with: words).replacing(words, with: option)
        }
    }

    /// The forms of a phrase, within a sentence and at its beginning, and the first word of both.
    private struct Forms {
        let first: String
        let within: Phrase
        let beginning: Phrase

        init(_ phrase: Phrase) {
            first = OptionWording.words(of: phrase.words).first.map(String.init) ?? ""
            within = phrase
            beginning = phrase.capitalized
        }
    }

    private static let forms = phrases.map(Forms.init)

    /// A message of a library in which options are named.
    ///
    /// A server words what it answers to requests, so only phrases whose first word a message has are looked for in it.
    package static func worded(_ message: String) -> String {
        let words = Set(words(of: message.lowercased()).map(String.init))
        return forms.reduce(message) { text, forms in
            guard words.contains(forms.first) else { return text }
            return forms.beginning.applied(to: forms.within.applied(to: text))
        }
    }

    /// The words of a text: its runs of letters.
    private static func words(of text: String) -> [Substring] { text.split { !$0.isLetter } }

    /// All phrases; one that begins another comes after it.
    package static let phrases = output + tiles + reading + places + limits + network + parts + checks + viewing

    private static let output = [
        Phrase("another output", "another --output"),
        Phrase("choose another place", "choose another place with --output"),
        Phrase("allow it to be replaced", "replace it with --force"),
        Phrase("discard it and start over", "discard it and start over with --force"),
        Phrase("or start over", "or start over with --force"),
        Phrase("move it away and resume", "move it away and run again with --resume"),
        Phrase("resume and replace it", "replace it with --resume --force"),
        Phrase("free some space and resume", "free some space and continue with --resume"),
        Phrase("resume it, or", "finish it with --resume, or"),
        Phrase("resume the cut", "finish it with tilecut --resume"),
        Phrase("resume it to go on", "run the same command with --resume to go on"),
        Phrase("resume with the original image and options", "run the original command again"),
        Phrase("leave the viewer page out", "leave --html out"),
    ]

    private static let tiles =
        ["png", "jpg", "webp", "avif", "jxl", "jp2", "ktx2"].map { Phrase("the format \($0)", "--format \($0)") } + [
            Phrase("another tile format or container", "another --format or --container"),
            Phrase("another tile format", "another --format"),
            Phrase("another container", "another --container"),
            Phrase("another tile size", "another --tile-size"),
            Phrase("choose an overlap of 0", "choose --overlap 0"),
            Phrase("choose larger chunks", "choose larger chunks with --tile-size"),
            Phrase("choose smaller chunks", "choose smaller chunks with --tile-size"),
            Phrase("another background", "another --background"),
            Phrase("keep blank tiles", "leave --skip-blank out"),
            Phrase("lossless cutting is turned off", "lossless cutting is turned off (--lossless never)"),
            Phrase("cut the image with re-encoding", "cut the image with --lossless never"),
            Phrase("do not reuse levels", "leave --reuse-levels out"),
        ]

    private static let reading = [
        Phrase("cut what there is", "cut what there is with --allow-truncated"),
        Phrase("cut what can be read", "cut what can be read with --allow-truncated"),
        Phrase("read what there is", "read what there is with --allow-truncated"),
        Phrase("do not allow truncated images", "leave --allow-truncated out"),
        Phrase("allow its loss: ", "go on without it: --allow-loss "),
        Phrase("do not keep profiles", "leave --keep-profile out"),
        Phrase("leave the page out", "leave --page out"),
        Phrase("leave the depth out", "leave --depth out"),
        Phrase("leave the range out", "leave --range out"),
        Phrase("choose the range that is shown", "choose the range that is shown with --range"),
        Phrase("say which value invalid pixels have", "say which value invalid pixels have with --nodata VALUE"),
        Phrase("say that all pixels are valid", "give --nodata none"),
        Phrase("choose what is shown by section and time", "choose what is shown with --section and --time"),
        Phrase("choose another exaggeration", "choose another --exaggeration"),
        Phrase("name the channel.", "name it with --channel."),
        Phrase("choose a colormap instead", "leave --composite out, or choose a --colormap"),
        Phrase("decode it in this process", "decode it without --isolate"),
        Phrase("the versions of the libraries", "the output of --version --verbose"),
    ]

    private static let places = [
        Phrase("name it, such as EPSG:25832", "name it with --srs, such as --srs EPSG:25832"),
        Phrase("name the system, such as EPSG:25832", "name the system with --srs, such as --srs EPSG:25832"),
        Phrase("name its coordinate system", "name its coordinate system with --srs"),
        Phrase("name its place", "name its place with --bounds and --srs"),
        Phrase("state its position", "state the position with --at"),
        Phrase("cut the other as a map", "cut the other as a map, with tilecut --bounds"),
        Phrase("open fewer zooms, for example 0-8", "open fewer zooms, for example with --zoom 0-8"),
        Phrase("name zooms to have all", "name zooms with --zoom to have all"),
        Phrase("fetch zooms of one format", "fetch zooms of one format with --zoom"),
        Phrase("another region or other zooms", "another --region or --zoom"),
    ]

    private static let limits = [
        Phrase("raise the limit of pixels to ", "raise the limit with --limit-pixels "),
        Phrase("raise the limit of seconds", "raise the limit with --limit-seconds"),
        Phrase("raise the limit of memory", "raise the limit with --limit-memory"),
        Phrase("raises the time for an answer", "raises --answer-seconds"),
        Phrase("use fewer threads", "use fewer --threads"),
    ]

    private static let network = [
        Phrase("allow the host ", "allow it with --allow-host "),
        Phrase("which can be allowed", "which --allow-host allows"),
        Phrase("can allow the name ", "can allow the name: --server-name "),
        Phrase("allow its folder", "allow its folder with --allow-files FOLDER"),
        Phrase("allow the folder", "allow the folder with --allow-files FOLDER"),
    ]

    private static let parts = [
        Phrase("cut what is missing: shard ", "cut what is missing with --shard "),
        Phrase("cut them first, such as shard 1/4 of ", "cut them first: tilecut IMAGE --shard 1/4 --output "),
        Phrase("give their number", "give their number with --shards"),
        Phrase("the number of levels of shards", "--shard-levels"),
        Phrase("fewer levels of shards", "fewer --shard-levels"),
        Phrase("cut it by itself", "cut it by itself, without --mosaic"),
    ]

    private static let viewing = [
        Phrase("another file for annotations", "another file with --annotations"),
        Phrase("choose it as the file of annotations", "name it with --annotations"),
        Phrase("show them by coordinates", "show them by coordinates (--overlay-annotations)"),
        Phrase("name a key file, or leave it out", "name a key file, or leave out --keys"),
        Phrase("and one of the commands, or none", "and one of --print-keys, or none"),
        Phrase("; the file of all keys lists them", ". tileview --print-keys lists them"),
        Phrase("cut it with its bounds", "cut it with tilecut --bounds"),
    ]

    private static let checks = [
        Phrase("leave the source image out", "leave --source out"),
        Phrase("to the tile size of the other first", "with tilecut convert --tile-size first"),
        Phrase("to tiles without overlap first", "with tilecut convert --overlap 0 first"),
    ]
}

internal import XMLDocuments

/// Fills the page's files, `Page/`, with the texts of one pyramid.
struct ViewerPageTemplate {
    /// The title.
    var title: String
    /// The description of the pyramid for the script, as JSON.
    var description: String
    /// The text below the title; nil, the default, for none.
    var text: String?
    /// The attributions, as text or HTML; none by default.
    var attributions: [String] = []
    /// The address of an image of the whole pyramid, percent-encoded, relative to the page.
    var preview = ""
    /// The other servers from which the page may load images; none by default.
    var imageOrigins: [String] = []
    /// The address at which the page is published; nil, the default, if unknown.
    var address: String?

    /// The scripts in the order in which they run, as parts of one.
    private static let scripts = [
        PackageResources.tiles_js, PackageResources.drawing_js, PackageResources.view_js,
        PackageResources.gestures_js, PackageResources.controls_js, PackageResources.map_js,
    ]

    /// The page in UTF-8.
    var bytes: [UInt8] {
        let attribution = attributions.compactMap(PlainText.text(ofHTML:)).joined(separator: " · ")
        let values = [
            "title": XMLElement.escaped(title), "policy": policy, "head": head, "icon": ViewerPage.icon,
            "caption": caption,
            "style": Self.compact(PackageResources.viewer_css), "attribution": XMLElement.escaped(attribution),
            "hidesAttribution": attribution.isEmpty ? " hidden" : "", "preview": XMLElement.escaped(preview),
            // "<" could end the script.
            "pyramid": description.replacing("<", with: "\\u003C"),
            "script": Self.scripts.map(Self.compact).joined(separator: "\n"),
        ]
        // Each mark is replaced once, so that no value is taken for a mark.
        let parts = Self.compact(PackageResources.viewer_html).split(separator: "{{", omittingEmptySubsequences: false)
        var page = String(parts.first ?? "")
        for part in parts.dropFirst() {
            let name = part.prefix { $0 != "}" }
            page += values[String(name), default: ""]
            page += part.dropFirst(name.count + 2)
        }
        return Array(page.utf8)
    }

    /// The lines of a file without indentation, and without lines that are comments alone.
    private static func compact(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
            .filter { !$0.isEmpty && !$0.hasPrefix("//") && !($0.hasPrefix("/*") && $0.hasSuffix("*/")) }
            .joined(separator: "\n")
    }

    /// The Content Security Policy: nothing is loaded but the images of this folder and of `imageOrigins`.
    private var policy: String {
        let origins = (["'self'", "data:", "file:"] + imageOrigins).joined(separator: " ")
        let rules = [
            "default-src 'none'", "img-src \(origins)", "script-src 'unsafe-inline'", "style-src 'unsafe-inline'",
            "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
        ]
        return XMLElement.escaped(rules.joined(separator: "; "))
    }

    /// The tags for search engines and for previews of links.
    private var head: String {
        let text = text.map { XMLElement.escaped($0) }
        var tags = text.map { ["<meta name=\"description\" content=\"\($0)\">"] } ?? []
        guard let address else { return tags.joined(separator: "\n") }
        let page = XMLElement.escaped(address)
        let folder = address.lastIndex(of: "/").map { address[...$0] } ?? ""
        let properties = [
            ("og:type", "website"), ("og:title", XMLElement.escaped(title)), ("og:url", page),
            ("og:image", XMLElement.escaped(folder + preview)),
        ]
        tags += (properties + (text.map { [("og:description", $0)] } ?? []))
            .map { "<meta property=\"\($0.0)\" content=\"\($0.1)\">" }
        tags += [
            "<meta name=\"twitter:card\" content=\"summary_large_image\">", "<link rel=\"canonical\" href=\"\(page)\">",
        ]
        return tags.joined(separator: "\n")
    }

    /// The title, and the description that it unfolds; at first it is folded, because it would cover the image.
    private var caption: String {
        let title = "<h1>\(XMLElement.escaped(title))</h1>"
        let body =
            text.map {
                "<details><summary>\(title)</summary><p>\(XMLElement.escaped($0))</p></details>"
            } ?? title
        return "<header id=\"caption\" class=\"panel\">\(body)</header>"
    }
}

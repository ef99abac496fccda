internal import FilePyramids
internal import Numbers
internal import XMLDocuments

/// The page that lists all images, each with a small one and links to its addresses.
struct ListPage {
    private let entries: [CatalogEntry]
    private let basePath: String

    /// The most images that a page shows; the list in JSON has all.
    static let imageLimit = 1000

    /// The number of repeated requests for an image that is being prepared: they take about two minutes.
    private static let retries = 7

    /// A page of these images, whose links begin with the path of the server's address.
    init(_ entries: [CatalogEntry], basePath: String = "") {
        self.entries = entries
        self.basePath = basePath
    }

    /// The text of the page, which loads nothing but the small images.
    var html: String {
        let items = entries.prefix(Self.imageLimit).map(item).joined()
        let list = XMLElement.escaped("\(basePath)/index.json")
        let collection = XMLElement.escaped(CollectionAddress(folder: "", origin: basePath).collection)
        let count = entries.count
        let note =
            count > Self.imageLimit
            ? "<p>The first \(Self.imageLimit) of \(count) images. <a href=\"\(list)\">All are listed here</a>.</p>"
            : ""
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Images</title>
            \(ViewerPage.icon)
            <style>
              :root { color-scheme: light dark; --ground: #eceae6; --text: #1d1c1a; --frame: #dedbd5; --link: #0b57d0; }
              @media (prefers-color-scheme: dark) {
                :root { --ground: #171716; --text: #f1efeb; --frame: #0c0c0b; --link: #a8c7fa; }
              }
              body { margin: 2em; font-family: system-ui, sans-serif; background: var(--ground); color: var(--text); }
              ul { display: flex; flex-wrap: wrap; gap: 1.5em; padding: 0; list-style: none; }
              li { width: 200px; overflow-wrap: anywhere; font-size: 90%; }
              img { display: block; width: 200px; height: 200px; object-fit: contain; background: var(--frame); }
              a { color: var(--link); }
            </style>
            <script>
              // What is being prepared is requested again, less and less often.
              document.addEventListener("error", event => {
                const image = event.target, tries = Number(image.dataset.tries ?? 0);
                if (tries === \(Self.retries)) return;
                image.dataset.tries = tries + 1;
                setTimeout(() => { image.src = image.src; }, 1000 * 2 ** tries);
              }, true);
            </script>
            <h1>Images</h1>
            <p><a href="\(collection)">IIIF collection of all images</a></p>
            \(note)\(count == 0 ? "<p>There are no images in the folders that are served.</p>" : "")
            <ul>
            \(items)</ul>
            </html>

            """
    }

    private func item(_ entry: CatalogEntry) -> String {
        let address = ServerAddress(entry, origin: basePath)
        var links = [
            ("info.json", "\(address.image(.three))/info.json"), ("manifest", address.manifest),
            ("dzi", address.deepZoom),
            ("xyz", address.tileJSON),
        ]
        if entry.isSingleFile { links.append(("file", address.file)) }
        if entry.isZarr { links.append(("zarr", address.file)) }
        let texts = links.map { "<a href=\"\(XMLElement.escaped($0.1))\">\($0.0)</a>" }.joined(separator: " ")
        let page = XMLElement.escaped(address.page)
        let image = XMLElement.escaped(address.thumbnail)
        return """
            <li><a href="\(page)"><img src="\(image)" alt="" loading="lazy">\(XMLElement.escaped(VisibleText.escaped(entry.name)))</a><br>\(texts)</li>

            """
    }
}

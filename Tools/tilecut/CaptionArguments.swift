import ArgumentParser
import CutCommand
import FilePyramids

/// The options for the texts of an image, and for its web page.
struct CaptionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The title of the web page and the IIIF manifest; MBTiles, PMTiles and map tiles store it as their name. "
                + "(default: the file's name)",
            valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("The description of the image, stored and shown like the title.", valueName: "text"))
    var description: String?

    @Option(
        help: ArgumentHelp(
            "Who made the image and its license, stored and shown like the title. (default on a page and in a manifest: the "
                + "image's copyright notice)", valueName: "text"))
    var attribution: String?

    @Option(
        name: .customLong("page-url"),
        help: ArgumentHelp(
            "The address at which the web page will be published, for previews of links to it. (default: below --id)",
            valueName: "address"))
    var pageUrl: String?

    @Option(
        help: ArgumentHelp(
            "A map below and around a georeferenced image on the web page: the address of its tiles with {z}, {x} and {y}. "
                + "The page then loads from that server, too.",
            valueName: "address"))
    var basemap: String?

    @Option(
        help: ArgumentHelp(
            "The attribution that the basemap asks for.", valueName: "text"))
    var basemapAttribution: String?

    func validate() throws {
        if let pageUrl, !["https://", "http://"].contains(where: { pageUrl.hasPrefix($0) }) {
            throw ValidationError("--page-url takes an address that begins with https:// or http://; not \(pageUrl).")
        }
        if let basemap, PyramidTarget.Basemap(basemap, attribution: nil) == nil {
            throw ValidationError(
                "--basemap takes an address such as https://example.org/{z}/{x}/{y}.png; not \(basemap).")
        }
        if basemapAttribution != nil, basemap == nil {
            throw ValidationError("--basemap-attribution is for --basemap. Give both, or leave it out.")
        }
    }

    /// Stores the texts and the page's options in a request.
    func apply(to request: inout OutputRequest) {
        // An empty title is none: the file's name takes its place.
        request.name = title.flatMap { $0.isEmpty ? nil : $0 }
        request.description = description
        request.attribution = attribution
        request.page.address = pageUrl
        request.page.basemap = basemap.flatMap { PyramidTarget.Basemap($0, attribution: basemapAttribution) }
    }
}

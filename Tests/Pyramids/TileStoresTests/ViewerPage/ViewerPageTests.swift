import Foundation
import Georeferencing
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileStores

@Suite(.timeLimited)
struct ViewerPageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func page(_ layout: PyramidFormat, name: String? = nil, output: String = "big") throws -> ViewerPage {
        var target = PyramidTarget(layout)
        target.name = name
        let pyramid = Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 2, shape: target.shape)
        return try ViewerPage(for: pyramid, format: .jpeg, target: target, output: folder.path(output))
    }

    @Test func `a page is in the pyramid's folder, or beside a Deep Zoom descriptor`() throws {
        #expect(try page(.deepZoom).path == folder.path("big.html"))
        #expect(try page(.deepZoom, output: "big.dzi").path == folder.path("big.html"))
        #expect(try page(.xyz, output: "big/").path == folder.path("big/index.html"))
    }

    @Test func `a page needs no other file and no other server, and it is small`() throws {
        let page = try page(.iiif)
        let text = String(decoding: page.bytes, as: UTF8.self)
        // The namespace of its icon is not an address that is requested.
        #expect(text.ranges(of: "://").count == 1 && text.contains("xmlns='http://www.w3.org/2000/svg'"))
        #expect(!text.contains("<script src") && !text.contains("stylesheet") && !text.contains("@import"))
        #expect(text.contains("default-src 'none'; img-src 'self' data: file:; "))
        #expect(page.bytes.count < 40_000)
        #expect(!text.contains("{{") && !text.contains("\n//"))
        #expect(text.contains("\"layout\":\"iiif\"") && text.contains("<title>big</title>"))
    }

    @Test func `a name can neither end the title nor the script`() throws {
        let page = try page(.deepZoom, name: "<b>&", output: "a</script><script>alert(1)")
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(text.contains("<title>&lt;b&gt;&amp;</title>"))
        #expect(text.components(separatedBy: "</script>").count == 2)
    }

    @Test func `a page has its texts, its tags for links, and an image for browsers without scripts`() throws {
        var target = PyramidTarget(.xyz)
        target.name = "A \"map\""
        target.description = "Drawn <by hand> {{title}}"
        target.attribution = "© <b>Me</b> & you"
        target.page.address = "https://example.org/maps/index.html"
        target.page.basemap = PyramidTarget.Basemap(
            "https://{s}.example.com:81/{z}/{x}/{y}.png", attribution: "© Others")
        target.georeference = Georeference(
            zoom: 1, bounds: GeoBounds(west: -180, south: 0, east: 180, north: 85, crs: .wgs84))
        let pyramid = Pyramid(size: PixelSize(width: 4, height: 2), tileSize: 2, shape: target.shape)
        let page = try ViewerPage(for: pyramid, format: .png, target: target, output: folder.path("map"))
        let text = String(decoding: page.bytes, as: UTF8.self)
        for part in [
            "<title>A &quot;map&quot;</title>", "<p>Drawn &lt;by hand&gt; {{title}}</p>",
            "<details><summary><h1>A &quot;map&quot;</h1></summary>",
            ">© Me &amp; you · © Others</p>", "img-src 'self' data: file: https://a.example.com:81; ",
            "<meta property=\"og:image\" content=\"https://example.org/maps/0/0/0.png\">",
            "<link rel=\"canonical\" href=\"https://example.org/maps/index.html\">", "<img src=\"0/0/0.png\"",
            "\"map\":{\"x\":0,\"y\":0,\"side\":4},\"basemap\":\"https://a.example.com:81/{z}/{x}/{y}.png\"",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test(arguments: [("https://a.org/big", true), ("big", false), ("i/big", false)])
    func `an identifier is the address of a page only if it is one`(identifier: String, isAddress: Bool) throws {
        var target = PyramidTarget(.iiif)
        target.identifier = identifier
        let pyramid = Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 2, shape: target.shape)
        let page = try ViewerPage(for: pyramid, format: .jpeg, target: target, output: folder.path("big"))
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(text.contains("rel=\"canonical\" href=\"https://a.org/big/index.html\"") == isAddress)
        #expect(text.contains("canonical") == isAddress && text.contains("og:url") == isAddress)
    }

    @Test(arguments: [
        "https://example.org/{z}/{x}.png", "example.org/{z}/{x}/{y}", "https:///{z}/{x}/{y}",
        "https://a b/{z}/{x}/{y}", "https://a; script-src b/{z}/{x}/{y}", "javascript:{z}/{x}/{y}",
    ])
    func `what is not an address of tiles is not a basemap`(template: String) {
        #expect(PyramidTarget.Basemap(template, attribution: nil) == nil)
    }

    @Test func `an existing page is not replaced unless asked for`() throws {
        let page = try page(.deepZoom)
        try page.write()
        #expect(try folder.bytes(of: "big.html") == Data(page.bytes))
        #expect(storeError { try page.write() }?.code == .exists)
        try page.write(replacesExisting: true)
        #expect(folder.contents() == ["big.html"])
    }

    @Test(arguments: [PyramidTarget(.zip), PyramidTarget(.flat)])
    func `there is no page for pyramids that browsers cannot read`(target: PyramidTarget) {
        let error = storeError { _ = try ViewerPage(for: smallPyramid, format: .png, target: target, output: "big") }
        #expect(error?.code == .cannotCreate)
    }
}

/// Pages in a browser, compared with the images that they show.
@Suite(
    .timeLimited, .serialized,
    .enabled(if: HeadlessBrowser.program != nil, Comment(rawValue: HeadlessBrowser.reason)))
struct ViewerPageBrowserTests {
    /// The layouts with the format of their tiles.
    private static let layouts: [(PyramidFormat, TileFormat)] = [
        (.deepZoom, .png), (.zoomify, .png), (.iiif, .jpeg), (.iiif2, .jpeg), (.xyz, .png), (.tms, .png),
        (.google, .png),
    ]
    /// Centers of views in full-size pixels, and scales: inside the image, its bottom right corner, the whole image at
    /// a quarter and at a scale between levels, and pixels as squares.
    private static let views: [(x: Int, y: Int, scale: Double)] = [
        (350, 200, 1), (500, 295, 1), (256, 152, 0.25), (256, 152, 0.3), (384, 128, 8),
    ]
    /// The fragment of a view of the image alone.
    private static func link(_ view: (x: Int, y: Int, scale: Double)) -> String {
        "#x=\(view.x)&y=\(view.y)&zoom=\(view.scale)&controls=none"
    }

    private static let frame = PixelSize(width: 160, height: 100)
    private static let background: ReferenceImage.Color = [236, 234, 230, 0]

    private let folder: TemporaryFolder
    private let browser: HeadlessBrowser

    init() throws {
        folder = try TemporaryFolder()
        browser = try HeadlessBrowser()
    }

    /// Makes a pyramid of 515×300 pixels with its page.
    func make(
        _ layout: PyramidFormat, _ format: TileFormat, origin: PixelOffset = .zero, target: PyramidTarget? = nil
    ) throws -> (page: ViewerPage, image: ReferenceImage) {
        let target = target ?? PyramidTarget(layout)
        var shape = target.shape
        shape.origin = origin
        let isDeepZoom = layout == .deepZoom
        let output = folder.path("a #? \(layout.id)")
        let pyramid = Pyramid(
            size: PixelSize(width: 515, height: 300), tileSize: isDeepZoom ? 62 : 64, overlap: isDeepZoom ? 1 : 0,
            shape: shape)
        let store = try target.makeStore(at: output, pyramid: pyramid, format: format)
        let image = ReferenceImage(pyramid)
        try image.write(to: store, format: format)
        try store.finish()
        let page = try ViewerPage(for: pyramid, format: format, target: target, output: output)
        try page.write()
        // Frames report when they are complete.
        let script = """
            <script>
            new MutationObserver((changes, observer) => {
              if (document.body.dataset.state !== "whole") return;
              observer.disconnect();
              parent.postMessage("whole", "*");
            }).observe(document.body, { attributes: true });
            </script>
            """
        try Data(page.bytes + Array(script.utf8)).write(to: URL(fileURLWithPath: page.path))
        return (page, image)
    }

    func address(_ path: String) throws -> String {
        let allowed = CharacterSet.urlPathAllowed
        return "file://" + (try #require(path.addingPercentEncoding(withAllowedCharacters: allowed)))
    }

    /// A page with frames that show these addresses, one for each row and column.
    private func sheet(_ rows: [[String]]) throws -> String {
        let frames = rows.enumerated().flatMap { row, addresses in
            addresses.enumerated().map { column, address in
                "<iframe src=\"\(address)\" style=\"position:absolute;border:0;left:\(column * Self.frame.width)px;"
                    + "top:\(row * Self.frame.height)px;width:\(Self.frame.width)px;height:\(Self.frame.height)px\">"
                    + "</iframe>"
            }
        }
        let script = """
            <script>
            let whole = 0;
            addEventListener("message", () => { whole += 1; });
            </script>
            \(HeadlessBrowser.hold(until: "whole === \(frames.count)"))
            """
        try folder.write(Data("<!doctype html><body>\(script)\(frames.joined())".utf8), to: "sheet.html")
        return try address(folder.path("sheet.html"))
    }

    /// The mean difference of samples between a frame and the image, and the number of holes.
    private func compare(
        _ screenshot: HeadlessBrowser.Screenshot, at corner: (x: Int, y: Int), _ image: ReferenceImage,
        _ view: (x: Int, y: Int, scale: Double)
    ) -> (difference: Double, holes: Int) {
        var sum = 0
        var count = 0
        var holes = 0
        let size = image.pyramid.size
        let width = Self.frame.width
        let height = Self.frame.height
        for y in 0..<height {
            for x in 0..<width {
                // The center of the pixel, in full-size pixels.
                let left = (Double(x) + 0.5 - Double(width / 2)) / view.scale + Double(view.x)
                let top = (Double(y) + 0.5 - Double(height / 2)) / view.scale + Double(view.y)
                // At the edge of the image, its last pixel may be rounded away.
                let margin = 0.5 / view.scale
                let isInside =
                    left > margin && top > margin && left < Double(size.width) - margin
                    && top < Double(size.height) - margin
                let isOutside =
                    left < -margin || top < -margin || left > Double(size.width) + margin
                    || top > Double(size.height) + margin
                let seen = screenshot.color(corner.x + x, corner.y + y)
                if isOutside, seen != Self.background { holes += 1 }
                guard isInside else { continue }
                if seen == Self.background { holes += 1 }
                let difference = seen &- image.mean(aroundX: left, y: top, side: max(0, 1 / view.scale - 1))
                sum += Int(abs(difference.x) + abs(difference.y) + abs(difference.z))
                count += 3
            }
        }
        return (Double(sum) / Double(max(1, count)), holes)
    }

    @Test func `every layout looks like the image, at full size, at its edges, zoomed out and magnified`() throws {
        let made = try Self.layouts.map { try make($0.0, $0.1) }
        let rows = try made.map { made in
            try Self.views.map { try "\(address(made.page.path))\(Self.link($0))" }
        }
        let size = PixelSize(width: Self.views.count * Self.frame.width, height: made.count * Self.frame.height)
        let screenshot = try browser.screenshot(of: sheet(rows), size: size)
        for (row, made) in made.enumerated() {
            for (column, view) in Self.views.enumerated() {
                let corner = (column * Self.frame.width, row * Self.frame.height)
                let (difference, holes) = compare(screenshot, at: corner, made.image, view)
                let (layout, format) = Self.layouts[row]
                #expect(holes == 0, "\(layout) at \(view)")
                // PNG at whole scales shows each pixel exactly.
                let limit = view.scale >= 1 ? (format == .png ? 0 : 4.0) : view.scale == 0.25 ? 4.0 : 12
                #expect(difference <= limit, "\(layout) at \(view)")
            }
        }
    }

    @Test func `on a high-density screen, a scale of 1 is one screen pixel per image pixel`() throws {
        let (page, image) = try make(.google, .png, origin: PixelOffset(x: 16, y: 32))
        let view = (x: 350, y: 200, scale: 1.0)
        let sheet = try sheet([["\(address(page.path))\(Self.link(view))"]])
        let screenshot = try browser.screenshot(of: sheet, size: Self.frame, density: 2)
        #expect(screenshot.size.width >= 2 * Self.frame.width)
        // The middle quarter of the frame.
        let (difference, holes) = compare(screenshot, at: (80, 50), image, view)
        #expect(difference == 0 && holes == 0)
    }

    @Test func `a missing tile shows coarser ones and no hole`() throws {
        let (page, image) = try make(.xyz, .png)
        for name in ["4/5/3.png", "4/6/3.png", "3/2/1.png"] {
            try folder.remove("a #? xyz/\(name)")
        }
        let view = (x: 350, y: 200, scale: 1.0)
        let sheet = try sheet([["\(address(page.path))\(Self.link(view))"]])
        let (difference, holes) = try compare(
            browser.screenshot(of: sheet, size: Self.frame), at: (0, 0), image, view)
        #expect(holes == 0)
        #expect(difference > 1 && difference < 30)
    }
}

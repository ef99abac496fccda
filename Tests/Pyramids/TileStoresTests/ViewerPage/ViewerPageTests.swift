import Foundation
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

    @Test func `a page needs no other file, and its script is short`() throws {
        let text = String(decoding: try page(.iiif).bytes, as: UTF8.self)
        #expect(!text.contains("http") && !text.contains("src=\"") && !text.contains("import"))
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 330)
        #expect(text.contains("\"layout\":\"iiif\"") && text.contains("<title>big</title>"))
    }

    @Test func `a name can neither end the title nor the script`() throws {
        let page = try page(.deepZoom, name: "<b>&", output: "a</script><script>alert(1)")
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(text.contains("<title>&lt;b&gt;&amp;</title>"))
        #expect(text.components(separatedBy: "</script>").count == 2)
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
    private static let frame = PixelSize(width: 160, height: 100)
    private static let background: ReferenceImage.Color = [34, 34, 34, 0]

    private let folder: TemporaryFolder
    private let browser: HeadlessBrowser

    init() throws {
        folder = try TemporaryFolder()
        browser = try HeadlessBrowser()
    }

    /// Makes a pyramid of 515×300 pixels with its page.
    private func make(
        _ layout: PyramidFormat, _ format: TileFormat, origin: PixelOffset = .zero
    ) throws -> (page: ViewerPage, image: ReferenceImage) {
        let target = PyramidTarget(layout)
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

    private func address(_ path: String) throws -> String {
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
            try Self.views.map { try "\(address(made.page.path))#\($0.x),\($0.y),\($0.scale)" }
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
        let sheet = try sheet([["\(address(page.path))#\(view.x),\(view.y),1"]])
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
        let sheet = try sheet([["\(address(page.path))#\(view.x),\(view.y),1"]])
        let (difference, holes) = try compare(
            browser.screenshot(of: sheet, size: Self.frame), at: (0, 0), image, view)
        #expect(holes == 0)
        #expect(difference > 1 && difference < 30)
    }

    @Test func `keys, dragging, the wheel, a double-click and a pinch move the view`() throws {
        let (page, _) = try make(.xyz, .png)
        let script = """
            <script>
            let middleX, middleY;
            const log = [];
            const note = name => log.push(`${name} ${Math.round(view.x)} ${Math.round(view.y)} ${view.scale.toFixed(3)}`);
            const pointer = (type, id, x, y) => canvas.dispatchEvent(
              new PointerEvent(type, { pointerId: id, clientX: middleX + x, clientY: middleY + y }));
            const key = name => dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true }));
            addEventListener("message", () => {
              if (log.length > 0) return;
              middleX = canvas.width / 2; middleY = canvas.height / 2;
              canvas.setPointerCapture = () => {};
              show(300, 150, 1); note("link");
              pointer("pointerdown", 1, 0, 0); pointer("pointermove", 1, 30, -20); note("drag");
              pointer("pointerdown", 2, 130, -20); pointer("pointermove", 2, 230, -20); note("pinch");
              pointer("pointerup", 1, 0, 0); pointer("pointerup", 2, 0, 0); pointer("pointermove", 2, 9, 9); note("up");
              show(300, 150, 1);
              canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, clientX: middleX + 100, clientY: middleY }));
              note("wheel");
              show(300, 150, 1);
              canvas.dispatchEvent(new MouseEvent("dblclick", { clientX: middleX + 100, clientY: middleY })); note("twice");
              key("1"); note("one"); key("ArrowLeft"); key("ArrowDown"); note("arrows"); key("0"); note("all");
              show(9999, -9, 9999); note("limits");
              document.title = log.join("; ");
            });
            </script>
            \(HeadlessBrowser.hold(until: "log.length > 0"))
            """
        let bytes = try Data(contentsOf: URL(fileURLWithPath: page.path))
        try folder.write(bytes + Data(script.utf8), to: "a #? xyz/moved.html")
        let path = page.path.replacingOccurrences(of: "index.html", with: "moved.html")
        let title = try #require(try browser.title(of: address(path)))
        let notes = title.components(separatedBy: "; ")
        #expect(notes.count == 10)
        #expect(notes.prefix(2) == ["link 300 150 1.000", "drag 270 170 1.000"])
        #expect(notes.dropFirst(2).first?.hasSuffix("2.000") == true)
        #expect(notes.dropFirst(3).first == notes.dropFirst(2).first?.replacingOccurrences(of: "pinch", with: "up"))
        #expect(notes.dropFirst(4).first == "wheel 318 150 1.221")
        #expect(notes.dropFirst(5).prefix(2) == ["twice 350 150 2.000", "one 350 150 1.000"])
        #expect(notes.last == "limits 515 0 16.000")
    }
}

import Foundation
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import TileServing

/// Manifests and collections of the IIIF Presentation API 3.0.
@Suite(.timeLimited) struct PresentationRouteTests {
    private let served: ServedFolder

    init() throws {
        served = try ServedFolder()
    }

    private static let origin = "https://example.org/tiles"

    private func text(_ path: String, _ limits: ServingLimits = ServingLimits()) async throws -> String {
        let answer = try await served.handler(limits: limits).answer(path, origin: Self.origin)
        #expect(answer.status == 200)
        return String(decoding: answer.bytes, as: UTF8.self)
    }

    /// The canvas of a page.
    private func canvas(
        _ name: String, _ number: Int, of document: String, label: String, _ width: Int, _ height: Int,
        service: String = ""
    ) -> String {
        let origin = Self.origin
        let canvas = "\(origin)/iiif/\(document)/canvas/\(number)"
        let image = "\(origin)/iiif/3/\(name)"
        let thumbnail = "\(origin)/iiif/2/\(name)/full/!200,200/0/default.jpg"
        return #"{"id":"\#(canvas)","type":"Canvas","label":{"none":["\#(label)"]},"width":\#(width),"#
            + #""height":\#(height),"thumbnail":[{"id":"\#(thumbnail)","type":"Image","format":"image/jpeg"}],"#
            + service
            + #""items":[{"id":"\#(canvas)/annotations","type":"AnnotationPage","items":["#
            + #"{"id":"\#(canvas)/annotation","type":"Annotation","motivation":"painting","body":"#
            + #"{"id":"\#(image)/full/max/0/default.jpg","type":"Image","format":"image/jpeg","width":\#(width),"#
            + #""height":\#(height),"service":[{"id":"\#(image)","type":"ImageService3","profile":"level2"}]},"#
            + #""target":"\#(canvas)"}]}]}"#
    }

    private func manifest(
        _ name: String, label: String, more: String = "", canvases: [String]
    ) -> String {
        """
        {
          "@context": "http://iiif.io/api/presentation/3/context.json",
          "id": "\(Self.origin)/iiif/\(name)/manifest.json",
          "type": "Manifest",
          "label": {"none":["\(label)"]},
        \(more)  "thumbnail": [{"id":"\(Self.origin)/iiif/2/\(name)/full/!200,200/0/default.jpg",\
        "type":"Image","format":"image/jpeg"}],
          "items": [\(canvases.joined(separator: ","))]
        }

        """
    }

    @Test func `an image has a manifest with one canvas`() async throws {
        try served.addImage("é a.png", 40, 30)
        let name = "%C3%A9%20a"
        #expect(
            try await text("/iiif/\(name)/manifest.json")
                == manifest(name, label: "é a", canvases: [canvas(name, 1, of: name, label: "é a", 40, 30)]))
    }

    @Test func `a manifest repeats what the tags of a TIFF say, without markup`() async throws {
        var page = TIFFFixture(width: 4, height: 3) { _, _, _ in 7 }
        page.tags[270] = .text("  <b>Two\n boats</b>")
        page.tags[306] = .text("2026:11:25 13:05:00")
        page.tags[315] = .text("A. \"B\" C")
        page.tags[33432] = .text("CC BY, see https://creativecommons.org/licenses/by/4.0/.")
        page.tags[282] = .doubles([100])
        page.tags[283] = .doubles([100])
        page.tags[296] = .shorts([3])
        try served.folder.write(Data(TIFFFixture.encode([page])), to: "x/scan.tif")
        let name = "x%2Fscan"
        let notice = "CC BY, see https://creativecommons.org/licenses/by/4.0/."
        let more = #"""
              "summary": {"none":["<span>&lt;b&gt;Two boats&lt;/b&gt;</span>"]},
              "metadata": [{"label":{"en":["Date"]},"value":{"none":["2026-11-25 13:05:00"]}},\#
            {"label":{"en":["Creator"]},"value":{"none":["A. \"B\" C"]}}],
              "requiredStatement": {"label":{"en":["Attribution"]},"value":{"none":["\#(notice)"]}},
              "rights": "http://creativecommons.org/licenses/by/4.0/",

            """#
        let size =
            #""service":[{"@context":"http://iiif.io/api/annex/services/physdim/1/context.json","#
            + #""@id":"\#(Self.origin)/iiif/x%2Fscan/canvas/1/physical-dimensions","@type":"PhysicalDimensions","#
            + #""profile":"http://iiif.io/api/annex/services/physdim","physicalScale":0.1,"physicalUnits":"mm"}],"#
        let expected = manifest(
            name, label: "scan", more: more,
            canvases: [canvas(name, 1, of: name, label: "scan", 4, 3, service: size)])
        #expect(try await text("/iiif/\(name)/manifest.json") == expected)
    }

    private func page(_ width: Int, _ height: Int, kind: Int = 0, _ sample: UInt64 = 7) -> TIFFFixture {
        var page = TIFFFixture(width: width, height: height) { _, _, _ in sample }
        page.tags[254] = .longs([kind])
        return page
    }

    @Test func `the pages of a TIFF are canvases, and its smaller copies are not`() async throws {
        var rotated = page(5, 9)
        rotated.tags[274] = .shorts([6])
        try served.folder.write(
            Data(TIFFFixture.encode([page(8, 6), page(4, 3, kind: 1), rotated, page(3, 2)])), to: "book.tif")
        func canvases(_ pages: [(Int, Int, Int)]) -> [String] {
            pages.enumerated().map { index, page in
                canvas(
                    page.0 == 1 ? "book" : "book%3B\(page.0)", index + 1, of: "book", label: "\(page.0)", page.1, page.2
                )
            }
        }
        let pages = [(1, 8, 6), (3, 9, 5), (4, 3, 2)]
        #expect(
            try await text("/iiif/book/manifest.json") == manifest("book", label: "book", canvases: canvases(pages)))
        var limits = ServingLimits()
        limits.manifestCanvases = 2
        #expect(
            try await text("/iiif/book/manifest.json", limits)
                == manifest("book", label: "book", canvases: canvases(Array(pages[..<2]))))
        #expect(
            try await text("/iiif/book%3B3/manifest.json")
                == manifest(
                    "book%3B3", label: "book;3",
                    canvases: [canvas("book%3B3", 1, of: "book%3B3", label: "book;3", 9, 5)]))
    }

    @Test func `a page has a description, pixels and tiles of its own`() async throws {
        try served.folder.write(Data(TIFFFixture.encode([page(8, 6, 10), page(5, 9, 200)])), to: "a/book.tif")
        let handler = served.handler()
        for name in ["a%2Fbook;2", "a%2Fbook%3B2"] {
            let information = try await handler.text("/iiif/3/\(name)/info.json")
            #expect(information.contains("\"id\": \"http://localhost/iiif/3/a%2Fbook%3B2\""))
            #expect(information.contains("\"width\": 5") && information.contains("\"height\": 9"))
            let image = try await handler.image("/iiif/3/\(name)/full/max/0/default.png")
            #expect(image.info.size == PixelSize(width: 5, height: 9) && Set(image.samples) == [200])
            #expect(try await handler.text("/dzi/\(name).dzi").contains("Width=\"5\""))
            #expect(try await handler.status("/view/\(name)") == 200)
        }
        let first = try await handler.image("/iiif/3/a%2Fbook;1/full/max/0/default.png")
        #expect(first.info.size == PixelSize(width: 8, height: 6) && Set(first.samples) == [10])
        for name in [
            "book;2", "a%2Fbook;3", "a%2Fbook;65536", "a%2Fbook;65537", "a%2Fbook;02", "a%2Fbook;0", "a%2Fbook;",
        ] {
            #expect(try await handler.status("/iiif/3/\(name)/info.json") == 404, "\(name)")
        }
        for name in ["a%2Fbook;-1", "a%2Fbook;2;2", "a%2Fbook;x", ";2", "a;2"] {
            #expect(try await handler.status("/iiif/3/\(name)/info.json") == 404, "\(name)")
        }
        #expect(try await handler.status("/files/a%2Fbook;2") == 404)
    }

    @Test func `a file whose name ends as that of a page is served under its name`() async throws {
        try served.folder.write(Data(TIFFFixture.encode([page(8, 6), page(5, 9)])), to: "book.tif")
        try served.addImage("book;2.png", 7, 3)
        let information = try await served.handler().text("/iiif/3/book;2/info.json")
        #expect(information.contains("\"width\": 7"))
    }

    @Test func `a large page is cut as a page`() async throws {
        try served.folder.write(Data(TIFFFixture.encode([page(80, 60, 10), page(50, 90, 200)])), to: "book.tif")
        let cuts = try TemporaryFolder()
        var limits = ServingLimits()
        limits.previewPixels = 1000
        let images = OpenImages(limits, cutFolder: cuts.path("cuts"))
        let handler = TileRequestHandler(serving: [served.folder.path], images)
        for (name, size, sample) in [("book", (80, 60), 10), ("book;2", (50, 90), 200)] {
            #expect(try await handler.status("/dzi/\(name).dzi") == 200)
            await images.waitUntilCut()
            let image = try await handler.image("/iiif/3/\(name)/full/max/0/default.png")
            #expect(image.info.size == PixelSize(width: size.0, height: size.1))
            #expect(image.samples.allSatisfy { abs(Int($0) - sample) <= 2 })
        }
        #expect(cuts.contents().filter { $0.hasSuffix(".szi") }.count == 2)
    }

    @Test func `the pages of a PDF are canvases of their sizes`() async throws {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 36]>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 36 144]>>",
        ]
        var file = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(file.utf8.count)
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        file += "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        try served.folder.write(Data(file.utf8), to: "paper.pdf")
        // 300 dots per inch.
        let canvases = [
            canvas("paper", 1, of: "paper", label: "1", 300, 150),
            canvas("paper%3B2", 2, of: "paper", label: "2", 150, 600),
        ]
        #expect(
            try await text("/iiif/paper/manifest.json") == manifest("paper", label: "paper", canvases: canvases))
        var limits = ServingLimits()
        for limit in [1, 0] {
            limits.manifestCanvases = limit
            let only = canvas("paper", 1, of: "paper", label: "paper", 300, 150)
            #expect(
                try await text("/iiif/paper/manifest.json", limits)
                    == manifest("paper", label: "paper", canvases: [only]))
        }
    }

    @Test func `folders are collections of manifests and of the folders in them`() async throws {
        for name in ["a.png", "x/b.png", "x/y/c.png", "x/z/d.png", "x-y.png", "3/e.png"] {
            try served.folder.write(Data(), to: name)
        }
        func manifest(_ name: String, _ label: String) -> String {
            #"{"id":"\#(Self.origin)/iiif/\#(name)/manifest.json","type":"Manifest","label":{"none":["\#(label)"]},"#
                + #""thumbnail":[{"id":"\#(Self.origin)/iiif/2/\#(name)/full/!200,200/0/default.jpg","type":"Image","#
                + #""format":"image/jpeg"}]}"#
        }
        func collection(_ name: String, _ label: String) -> String {
            #"{"id":"\#(Self.origin)/iiif/\#(name)/collection.json","type":"Collection","label":{"none":["\#(label)"]}}"#
        }
        func document(_ path: String, _ label: String, _ items: [String]) -> String {
            """
            {
              "@context": "http://iiif.io/api/presentation/3/context.json",
              "id": "\(Self.origin)\(path)",
              "type": "Collection",
              "label": {"none":["\(label)"]},
              "items": [\(items.joined(separator: ","))]
            }

            """
        }
        #expect(
            try await text("/iiif/collection.json")
                == document(
                    "/iiif/collection.json", "Images",
                    [collection("3", "3"), manifest("a", "a"), manifest("x-y", "x-y"), collection("x", "x")]))
        #expect(
            try await text("/iiif/x/collection.json")
                == document(
                    "/iiif/x/collection.json", "x",
                    [manifest("x%2Fb", "b"), collection("x%2Fy", "y"), collection("x%2Fz", "z")]))
        #expect(
            try await text("/iiif/3/collection.json")
                == document("/iiif/3/collection.json", "3", [manifest("3%2Fe", "e")]))
    }

    @Test func `nothing served is an empty collection, and other names are not found`() async throws {
        #expect(try await text("/iiif/collection.json").contains("\"items\": []"))
        try served.addImage("a.png", 4, 4)
        let handler = served.handler()
        for path in [
            "/iiif/b/manifest.json", "/iiif/b/collection.json", "/iiif/a/collection.json", "/iiif/a%2F/collection.json",
            "/iiif//collection.json", "/iiif/..%2Fa/manifest.json", "/iiif/manifest.json", "/iiif/3/manifest.json",
            "/iiif/a/manifest.json/x", "/iiif/a%00/manifest.json", "/iiif/a/Manifest.json", "/iiif/a;2/manifest.json",
        ] {
            #expect(try await handler.status(path) == 404, "\(path)")
        }
    }

    @Test func `a manifest has a tag, and is linked data for those who accept it`() async throws {
        try served.addImage("3.png", 4, 4)
        let handler = served.handler()
        for path in ["/iiif/3/manifest.json", "/iiif/collection.json"] {
            let plain = try await handler.answer(path)
            let linked = try await handler.answer(path, fields: ["accept": "application/ld+json"])
            #expect(plain.field("Content-Type") == "application/json" && plain.field("Vary") == "Accept")
            #expect(
                linked.field("Content-Type")
                    == "application/ld+json;profile=\"http://iiif.io/api/presentation/3/context.json\"")
            #expect(plain.bytes == linked.bytes && plain.entityTag != nil && plain.entityTag == linked.entityTag)
        }
        let link = try await handler.answer("/view/3").field("Link")
        #expect(link == "<http://localhost/iiif/3/manifest.json>;rel=\"alternate\";type=\"application/ld+json\"")
        let page = try await handler.text("/")
        #expect(page.contains("href=\"/iiif/3/manifest.json\"") && page.contains("href=\"/iiif/collection.json\""))
    }

    @Test func `control characters and bytes of names do not leave the text`() async throws {
        try served.folder.write(Data(), to: "a\"\\\u{1B}\u{202E}.png")
        let collection = try await text("/iiif/collection.json")
        #expect(collection.contains(#""label":{"none":["a\"\\\\u{1B}\\u{202E}"]}"#))
        #expect(collection.contains("/iiif/a%22%5C%1B%E2%80%AE/manifest.json"))
    }
}

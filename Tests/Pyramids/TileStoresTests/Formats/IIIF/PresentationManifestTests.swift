import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// The manifest of the IIIF Presentation API beside the description of an image.
@Suite(.timeLimited) struct PresentationManifestTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(
        _ layout: PyramidFormat = .iiif, _ width: Int = 5, _ height: Int = 3,
        change: (inout PyramidTarget) -> Void = { $0.identifier = "https://a.org/i/big" }
    ) throws {
        var target = PyramidTarget(layout)
        change(&target)
        let pyramid = Pyramid(size: PixelSize(width: width, height: height), tileSize: 2, shape: layout.shape)
        let store = try #require(
            try target.makeStore(at: folder.path("big"), pyramid: pyramid, format: .jpeg) as? any LevelImageStore)
        try store.write(store.pyramid.indices)
        for level in store.wholeLevels {
            try store.write(wholeLevel: level, Array("whole \(level)".utf8).span.bytes, format: .jpeg)
        }
        try store.finish()
    }

    private func manifest() throws -> String {
        String(decoding: try folder.bytes(of: "big/manifest.json"), as: UTF8.self)
    }

    private func issues() throws -> [String] {
        var issues: [String] = []
        try LayoutSource(opening: folder.path("big"), as: .iiif).inspectFiles { issues.append($0.message) }
        return issues
    }

    @Test func `an image with an address has a manifest of one canvas`() throws {
        try write { target in
            target.identifier = "https://a.org/i/big"
            target.name = "Two \"boats\""
            target.micronsPerPixel = .init(x: 250, y: 250)
        }
        let expected = #"""
            {
              "@context": "http://iiif.io/api/presentation/3/context.json",
              "id": "https://a.org/i/big/manifest.json",
              "type": "Manifest",
              "label": {"none":["Two \"boats\""]},
              "thumbnail": [{"id":"https://a.org/i/big/full/2,1/0/default.jpg","type":"Image","format":"image/jpeg"}],
              "items": [{"id":"https://a.org/i/big/canvas/1","type":"Canvas","label":{"none":["Two \"boats\""]},\#
            "width":5,"height":3,\#
            "thumbnail":[{"id":"https://a.org/i/big/full/2,1/0/default.jpg","type":"Image","format":"image/jpeg"}],\#
            "service":[{"@context":"http://iiif.io/api/annex/services/physdim/1/context.json",\#
            "@id":"https://a.org/i/big/canvas/1/physical-dimensions","@type":"PhysicalDimensions",\#
            "profile":"http://iiif.io/api/annex/services/physdim","physicalScale":0.25,"physicalUnits":"mm"}],\#
            "items":[{"id":"https://a.org/i/big/canvas/1/annotations","type":"AnnotationPage",\#
            "items":[{"id":"https://a.org/i/big/canvas/1/annotation","type":"Annotation","motivation":"painting",\#
            "body":{"id":"https://a.org/i/big/full/max/0/default.jpg","type":"Image","format":"image/jpeg",\#
            "width":5,"height":3,\#
            "service":[{"id":"https://a.org/i/big","type":"ImageService3","profile":"level0"}]},\#
            "target":"https://a.org/i/big/canvas/1"}]}]}]
            }

            """#
        #expect(try manifest() == expected)
        #expect(try issues() == [])
    }

    @Test func `a title is a label, and names neither the image nor files`() throws {
        try write {
            $0.identifier = nil
            $0.name = "The harbor"
        }
        let information = String(decoding: try folder.bytes(of: "big/info.json"), as: UTF8.self)
        #expect(information.contains("\"id\": \"big\""))
        var target = PyramidTarget(.zip)
        target.name = "The harbor"
        let pyramid = Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 2, shape: target.shape)
        let path = folder.path("big.zip")
        let store = try target.makeStore(at: path, pyramid: pyramid, format: .jpeg)
        try store.write(store.pyramid.indices)
        try store.finish()
        let archive = try ZIPArchive(opening: path)
        #expect(archive.rootFolder == "big/")
        #expect(archive.topLevelNames.contains("big/big.dzi"))
    }

    @Test(arguments: [PyramidFormat.iiif, .iiif2])
    func `the images that a manifest names are files of the pyramid`(layout: PyramidFormat) throws {
        // The largest level that is stored whole has up to 1024 pixels a side.
        try write(layout, 2050, 3)
        let text = try manifest()
        let names = text.ranges(of: "https://a.org/i/big/full/").map { range in
            String(text[range.upperBound...].prefix { $0 != "\"" })
        }
        #expect(Set(names).count == 2)
        for name in names {
            #expect(FileManager.default.fileExists(atPath: folder.path("big/full/\(name)")), "\(name)")
        }
        #expect(text.contains("\"width\":2050,\"height\":3") && text.contains("\"width\":513,\"height\":1"))
        #expect(text.contains(layout == .iiif ? "\"ImageService3\"" : "\"@type\":\"ImageService2\""))
        #expect(try issues() == [])
    }

    @Test(arguments: [nil, "big", "i/big", "urn:x:big", "file:///i/big"])
    func `an image without an address on the web has none, as the API requires one`(identifier: String?) throws {
        try write { $0.identifier = identifier }
        #expect(!folder.contents().contains("big/manifest.json"))
        #expect(try issues() == [])
    }

    @Test func `a pyramid with a manifest may be replaced, also by one without`() throws {
        try write()
        let pyramid = Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 2, shape: PyramidFormat.zoomify.shape)
        var options = StoreOptions()
        options.replacesExisting = true
        let store = try PyramidTarget(.zoomify).makeStore(
            at: folder.path("big"), pyramid: pyramid, format: .jpeg, options: options)
        try store.write(store.pyramid.indices)
        try store.finish()
        #expect(!folder.contents().contains("big/manifest.json"))
    }

    @Test(arguments: [("{\"name\":\"An app\"}", false), ("{\"type\":\"Manifest\"}", true)])
    func `the manifest of a web application is not replaced`(text: String, isReplaced: Bool) throws {
        let shape = PyramidFormat.zoomify.shape
        let pyramid = Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 2, shape: shape)
        let path = folder.path("big")
        let first = try PyramidTarget(.zoomify).makeStore(at: path, pyramid: pyramid, format: .jpeg)
        try first.write(first.pyramid.indices)
        try first.finish()
        try folder.write(Data(text.utf8), to: "big/manifest.json")
        var options = StoreOptions()
        options.replacesExisting = true
        let replace = {
            let store = try PyramidTarget(.zoomify).makeStore(
                at: path, pyramid: pyramid, format: .jpeg, options: options)
            try store.write(store.pyramid.indices)
            try store.finish()
        }
        if isReplaced {
            try replace()
        } else {
            #expect(storeError(replace)?.code == .exists)
        }
        #expect(folder.contents().contains("big/manifest.json") != isReplaced)
    }

    @Test func `a description is the summary of a manifest`() throws {
        try write {
            $0.identifier = "https://a.org/i/big"
            $0.description = "Panorama <of> 1902."
        }
        #expect(try manifest().contains("\"summary\": {\"none\":[\"Panorama <of> 1902.\"]}"))
    }

    @Test(
        arguments: [
            ("https://a.org/i/big", nil, "big"), ("HTTP://a.org/i/a%20b", nil, "a b"), ("big", nil, "big"),
            ("i/big", nil, "big"), ("https://a.org", nil, nil), ("", .isEmpty, nil),
            ("https://a.org/a b", .hasSpaces, "a b"),
            ("a\u{1B}", .hasSpaces, "a\u{1B}"), ("ftp://a.org/big", .hasOtherScheme, "big"),
            ("urn:x:big", .hasOtherScheme, "urn:x:big"), ("https://a.org/big?x", .hasQuery, "big?x"),
            ("big#x", .hasQuery, "big#x"), ("https://a.org/big/", .endsInSlash, "big"),
            ("https://a.org/big/info.json", .namesDocument("info.json"), "info.json"),
            ("big/manifest.json", .namesDocument("manifest.json"), "manifest.json"),
        ] as [(String, IIIFIdentifier.Fault?, String?)])
    func `identifiers are addresses or names to which viewers can add`(
        text: String, fault: IIIFIdentifier.Fault?, folderName: String?
    ) {
        let identifier = IIIFIdentifier(text)
        #expect(identifier.fault == fault && identifier.folderName == folderName)
        #expect(identifier.isAddress == text.lowercased().hasPrefix("http"))
    }

    @Test func `the texts of a manifest are those of the pyramid, unless it shows another image`() throws {
        try write {
            $0.identifier = "https://a.org/i/big"
            $0.name = "The harbor"
            $0.description = "<Panorama> & more"
            $0.attribution = "Me, https://creativecommons.org/licenses/by/4.0/"
        }
        let source = try LayoutSource(opening: folder.path("big"), as: .iiif)
        #expect(source.statedTitle == "The harbor" && source.statedDescription == "<Panorama> & more")
        #expect(source.attribution == "Me, https://creativecommons.org/licenses/by/4.0/")
        #expect(
            source.properties.contains(PyramidProperty("rights", "http://creativecommons.org/licenses/by/4.0/")))
        try folder.write(
            Data(try manifest().replacing("a.org", with: "b.org").utf8), to: "big/manifest.json")
        let other = try LayoutSource(opening: folder.path("big"), as: .iiif)
        #expect(other.statedTitle == nil && other.statedDescription == nil && other.attribution == nil)
    }

    @Test(arguments: [
        ("300×200 pixels", true), ("300×200 pixels, without a geographic position", true),
        ("An image of 300×200 pixels without a geographic position.", true), ("A map of 300×200 pixels", false),
        ("", false),
    ]) func `descriptions that say no more than the size are not descriptions`(text: String, isSubstitute: Bool) {
        #expect(TilesetMetadata.isSubstitute(text) == isSubstitute)
    }

    @Test(arguments: ["", "{", "[]", "{}", "{\"type\":\"Collection\"}"])
    func `a damaged manifest is reported`(text: String) throws {
        try write()
        try folder.write(Data(text.utf8), to: "big/manifest.json")
        #expect(
            try issues() == ["this is not a manifest of the IIIF Presentation API 3. Cut the pyramid again."])
    }

    @Test func `a manifest of another image is reported`() throws {
        try write()
        let text = try manifest().replacing("a.org", with: "b.org")
        try folder.write(Data(text.utf8), to: "big/manifest.json")
        #expect(
            try issues() == [
                "the manifest does not name the address of the image, https://a.org/i/big. Cut the pyramid again."
            ])
    }

    @Test(arguments: [
        ("CC BY 4.0: https://creativecommons.org/licenses/by/4.0/", "http://creativecommons.org/licenses/by/4.0/"),
        ("http://creativecommons.org/publicdomain/zero/1.0", "http://creativecommons.org/publicdomain/zero/1.0/"),
        (
            "(https://creativecommons.org/licenses/by-sa/3.0/de/deed.en)",
            "http://creativecommons.org/licenses/by-sa/3.0/de/"
        ),
        ("https://rightsstatements.org/vocab/InC/1.0/.", "http://rightsstatements.org/vocab/InC/1.0/"),
        (
            "<a href=\"https://creativecommons.org/licenses/by/4.0/legalcode\">x</a>",
            "http://creativecommons.org/licenses/by/4.0/"
        ),
        ("https://creativecommons.org/licenses/../../x", nil), ("https://creativecommons.org/licenses/", nil),
        ("https://example.org/licenses/by/4.0/", nil), ("© 2026 N. N.", nil), ("", nil),
    ]) func `rights are licenses and statements by their addresses`(_ text: String, _ address: String?) {
        #expect(RightsStatement(in: text)?.address == address)
    }
}

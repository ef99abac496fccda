import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import Mosaics

/// Lists of strangers, which name files elsewhere or claim more than their images.
@Suite(.timeLimited) struct MosaicFolderTests {
    private let fixture: MosaicFixture

    /// A folder with lists, and one beside it with an image that nobody named.
    init() throws {
        fixture = try MosaicFixture()
        for name in ["lists/own.png", "lists/below/own.png", "private/secret.png", "lists2/other.png"] {
            try FileManager.default.createDirectory(
                atPath: (fixture.folder.path(name) as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try fixture.write(name, [1, 2, 3], width: 3, height: 2)
        }
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder.path(name), withDestinationPath: target)
    }

    private func list(_ path: String) throws -> MosaicList {
        let text = #"{"mosaic": 1, "images": [{"path": "\#(path)", "x": 0, "y": 0}]}"#
        return MosaicList(try fixture.write(list: text, to: "lists/list.json"))
    }

    @Test func `images in the folder of the list or below are read`() throws {
        try link("lists/linked.png", to: "below/own.png")
        try link("lists/again", to: "../lists")
        let paths = [
            "own.png", "./own.png", "below/own.png", "below/../own.png", "linked.png", "again/below/own.png",
            "../lists/own.png", fixture.folder.path("lists/own.png"),
        ]
        for path in paths {
            #expect(try MosaicInput.list(list(path)).open(DecodeOptions()).info.size.width == 3, "\(path)")
        }
    }

    @Test func `images elsewhere are refused with one error, whether they exist or not`() throws {
        try link("lists/file.png", to: "../private/secret.png")
        try link("lists/dangling.png", to: "../private/none.png")
        try link("lists/folder", to: "../private")
        try link("lists/twice", to: "folder")
        let paths = [
            "../private/secret.png", "../private/none.png", "below/../../private/secret.png", "file.png",
            "dangling.png",
            "folder/secret.png", "folder/none.png", "twice/secret.png", "../lists2/other.png", "/etc/shadow",
            "/nonexistent",
            "/root/none/none", "none/../../private/secret.png", fixture.folder.path("private/secret.png"),
        ]
        for path in paths {
            let list = try list(path)
            let error = #expect(throws: CodecError.self, "\(path)") { try MosaicDescription(list) }
            let named = path.hasPrefix("/") ? path : fixture.folder.path("lists/") + path
            #expect(error?.code == .invalidRequest && error?.file == list.path)
            #expect(
                error?.message
                    == "the list names \(named), which is neither in its folder nor below. Put the image there, or allow its "
                    + "folder.")
        }
        // What is missing in its own folder is said to be missing.
        let missing = #expect(throws: CodecError.self) { try MosaicInput.list(list("none.png")).open(DecodeOptions()) }
        #expect(missing?.message.contains("neither") == false)
    }

    @Test func `an allowed folder adds to that of the list`() throws {
        var list = try list("../private/secret.png")
        list.allowedFolders = [fixture.folder.path("lists2")]
        #expect(throws: CodecError.self) { try MosaicDescription(list) }
        list.allowedFolders.append(fixture.folder.path("private"))
        #expect(try MosaicInput.list(list).open(DecodeOptions()).info.size.width == 3)
        list.allowedFolders = ["/"]
        #expect(try MosaicDescription(list).members.count == 1)
        list.allowedFolders = [fixture.folder.path("none")]
        #expect(throws: CodecError.self) { try MosaicDescription(list) }
    }

    @Test func `an image of a list is not a list itself`() throws {
        _ = try fixture.write(
            list: #"{"mosaic": 1, "images": [{"path": "own.png", "x": 0, "y": 0}]}"#, to: "lists/inner.json")
        let error = #expect(throws: CodecError.self) {
            try MosaicInput.list(list("inner.json")).open(DecodeOptions())
        }
        #expect(error?.code == .unsupported)
    }

    @Test(arguments: [
        ("[10000000, 10000000]", 0, "no further than 3×2"), ("[300, 10000000]", 0, "no further than 3×2"),
        ("[4100, 4099]", 0, "no further than 3×2"), ("[40000, 40000]", 39_997, "in no more than 6"),
    ])
    func `a size out of proportion to the images is refused, unless the user allows it`(
        size: String, x: Int, expected: String
    ) throws {
        let text =
            #"{"mosaic": 1, "size": \#(size), "images": [{"path": "own.png", "x": \#(x), "y": \#(x)}]}"#
        let list = MosaicList(try fixture.write(list: text, to: "lists/list.json"))
        let error = #expect(throws: CodecError.self) { try MosaicInput.list(list).open(DecodeOptions()) }
        #expect(error?.file == list.path && error?.message.contains(expected) == true, "\(error?.message ?? "")")
        var options = DecodeOptions()
        options.limits.pixels = 100_000_000_000_000
        _ = try MosaicInput.list(list).open(options)
    }

    @Test func `a size that images reach is accepted, and a margin as large as they are`() throws {
        for (size, position) in [("[4099, 4098]", 0), ("[20000, 20000]", 19_000), ("[20006, 20004]", 10_000)] {
            let text =
                #"{"mosaic": 1, "size": \#(size), "images": [{"path": "own.png", "x": \#(position), "y": \#(position)}]}"#
            let list = MosaicList(try fixture.write(list: text, to: "lists/list.json"))
            #expect(throws: Never.self) { try MosaicInput.list(list).open(DecodeOptions()) }
        }
    }
}

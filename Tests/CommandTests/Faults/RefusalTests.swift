import Foundation
import TestLimits
import Testing

/// Runs that cannot succeed, and names that belong to others, for every kind of pyramid.
@Suite(.timeLimited) struct `A run that is refused` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "a.jpg")
    }

    private func expectNothingLeft(
        _ arguments: [String], status: Int32, _ message: String, shell: String = #"exec "$@""#
    ) throws {
        let names = try folder.names()
        let outcome = try BuiltTool.run(arguments, in: folder, shell: shell)
        #expect(outcome.status == status)
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
        #expect(try folder.names() == names)
    }

    @Test func `An option that cannot be met leaves nothing`() throws {
        for kind in [WrittenKind.folders[0], WrittenKind.files[0]] {
            try expectNothingLeft(
                kind.cut + ["--lossless", "require", "--format", "png"], status: 64, "cannot be cut without loss")
        }
    }

    @Test(arguments: WrittenKind.all)
    func `A truncated image leaves nothing`(kind: WrittenKind) throws {
        let bytes = try folder.bytes("a.jpg")
        try folder.write(bytes.prefix(bytes.count / 2), to: "a.jpg")
        try expectNothingLeft(kind.cut, status: 65, "a.jpg: ")
    }

    @Test func `A damaged tile of a pyramid that is converted leaves nothing`() throws {
        #expect(try BuiltTool.run(["a.jpg", "-q", "--tile-size", "64", "-o", "old.szi"], in: folder).status == 0)
        var bytes = try folder.bytes("old.szi")
        let tile = try #require(bytes.range(of: Data([0xFF, 0xD8, 0xFF]))?.upperBound)
        bytes[tile + 200] ^= 0xFF
        try folder.write(bytes, to: "old.szi")
        for kind in WrittenKind.all {
            // convert takes the output as its second argument.
            try expectNothingLeft(
                ["convert", "old.szi", "-q"] + kind.output.filter { $0 != "-o" }, status: 65, "checksum is wrong")
        }
    }

    @Test func `A folder for temporary files that cannot be used leaves nothing`() throws {
        // EXIF with orientation 6: the image is turned upright in a temporary file.
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6]
            + [0, 0, 0, 0, 0, 0]
        let bytes = try folder.bytes("a.jpg")
        try folder.write(bytes.prefix(2) + exif + bytes.dropFirst(2), to: "a.jpg")
        for kind in [WrittenKind.folders[0], WrittenKind.files[0]] {
            try expectNothingLeft(
                kind.cut, status: 74, "Set TMPDIR to a folder with enough free space.",
                shell: #"TMPDIR=/nowhere exec "$@""#)
        }
    }

    // MARK: Names of others; StoreNameTests tries every kind of pyramid

    @Test(arguments: [WrittenKind.folders[0], WrittenKind.files[0]])
    func `What others have put at the partial name is not touched, with --force neither`(kind: WrittenKind) throws {
        try folder.write(Data("theirs".utf8), to: "victim")
        try FileManager.default.createSymbolicLink(atPath: folder(kind.partial), withDestinationPath: "victim")
        for options in [[], ["--resume", "--force"]] {
            try expectNothingLeft(kind.cut + options, status: 73, "\(kind.partial): ")
        }
        #expect(try folder.bytes("victim") == Data("theirs".utf8))
    }

    @Test func `An image and an output folder may be reached through links`() throws {
        try FileManager.default.createDirectory(atPath: folder("disk"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder("out"), withDestinationPath: "disk")
        try FileManager.default.createSymbolicLink(atPath: folder("b.jpg"), withDestinationPath: "a.jpg")
        for options in [[], ["--force"]] {
            #expect(try BuiltTool.run(["b.jpg", "-q", "-o", "out"] + options, in: folder).status == 0)
            #expect(try BuiltTool.run(["b.jpg", "-q", "-o", "out/p.szi"] + options, in: folder).status == 0)
        }
        #expect(try folder.names("disk") == ["b.dzi", "b_files", "p.szi"])
    }
}

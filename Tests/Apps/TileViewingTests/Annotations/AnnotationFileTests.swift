import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) final class AnnotationFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "annotations-\(UUID())").path

    init() throws {
        try FileManager.default.createDirectory(atPath: folder + "/images", withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder + "/images")
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func file(chosen: String? = nil) -> AnnotationFile {
        var file = AnnotationFile(imageStem: folder + "/images/map", chosenPath: chosen)
        file.fallbackFolder = folder + "/data/tilekit/annotations"
        return file
    }

    private func text(_ name: String) -> String {
        var document = GeoJSONDocument()
        document.annotations = [Annotation(.point, .points([.zero]), name: name)]
        return document.text(in: .pixels)
    }

    private func contents(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    private func write(_ text: String, _ path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private static let foreign =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"objectType":"annotation"}}"#

    @Test func `annotations of an image over the network are kept for the user, by its address`() throws {
        func remote(_ address: String) -> AnnotationFile {
            var file = AnnotationFile(imageAddress: address)
            file.fallbackFolder = folder + "/data/tilekit/annotations"
            return file
        }
        var file = remote("https://h/a/map.dzi")
        let written = try file.write(text("remote"))
        #expect(written.path.hasPrefix(folder + "/data/tilekit/annotations/map"))
        var again = remote("https://h/a/map.dzi"), other = remote("https://h/b/map.dzi")
        let read = try again.read()
        let readOther = try other.read()
        #expect(read?.annotations.map(\.name) == ["remote"])
        #expect(readOther == nil)
    }

    @Test func `annotations lie beside the image, and are replaced by newer ones`() throws {
        var file = file()
        let read1 = try file.read()
        #expect(read1 == nil)
        let path = folder + "/images/map.geojson"
        let first = try file.write(text("one"))
        #expect(first.path == path && first.isNew)
        let second = try file.write(text("two"))
        #expect(second.path == path && !second.isNew)
        var other = self.file()
        let read2 = try other.read()
        #expect(read2?.annotations.map(\.name) == ["two"])
        let written3 = try other.write(text("three"))
        #expect(written3.path == path)
        #expect(contents(path) == text("three"))
    }

    @Test func `the file of another program is read and never overwritten`() throws {
        let path = folder + "/images/map.geojson"
        try write(Self.foreign, path)
        var file = file()
        let read4 = try file.read()
        #expect(read4?.annotations.count == 1)
        let written = try file.write(text("one"))
        #expect(written.path == folder + "/images/map.tileview.geojson")
        #expect(contents(path) == Self.foreign)
        var other = self.file()
        let read5 = try other.read()
        #expect(read5?.annotations.map(\.name) == ["one"], "from then on")
    }

    @Test func `a file that was changed by another program meanwhile is not overwritten`() throws {
        var file = file()
        let path = try file.write(text("one")).path
        try write(text("other"), path)
        let written6 = try file.write(text("two"))
        #expect(written6.path == folder + "/images/map.tileview.geojson")
        #expect(contents(path) == text("other"))
    }

    @Test func `features of a map, and a file that cannot be read, are left alone`() throws {
        let path = folder + "/images/map.geojson"
        let features = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#
        try write(features, path)
        var file = file()
        let read7 = try file.read()
        #expect(read7 == nil)
        try write("{", path)
        #expect(throws: AnnotationFileError.self) { () throws in _ = try file.read() }
        let written8 = try file.write(text("one"))
        #expect(written8.path == folder + "/images/map.tileview.geojson")
        #expect(contents(path) == "{")
    }

    @Test func `the file that the user has named is read and overwritten, whoever has written it`() throws {
        let path = folder + "/chosen.json"
        try write(Self.foreign, path)
        var file = file(chosen: path)
        let read9 = try file.read()
        #expect(read9?.annotations.count == 1)
        let written10 = try file.write(text("one"))
        #expect(written10.path == path)
        #expect(contents(path) == text("one"))
        var new = self.file(chosen: folder + "/new.geojson")
        let read11 = try new.read()
        #expect(read11 == nil)
        let written12 = try new.write(text("two"))
        #expect(written12.path == folder + "/new.geojson")
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func `where the folder cannot be written, annotations are kept with the user's data`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder + "/images")
        var file = file()
        let path = try file.write(text("one")).path
        #expect(path == file.fallbackPath && path.hasPrefix(folder + "/data/tilekit/annotations/map-"))
        let written13 = try file.write(text("two"))
        #expect(written13.path == path)
        var other = self.file()
        let read14 = try other.read()
        #expect(read14?.annotations.map(\.name) == ["two"])
    }

    @Test func `files of the same name in two folders have different names with the user's data`() {
        let first = AnnotationFile(imageStem: "/a/map").fallbackPath
        #expect(first != AnnotationFile(imageStem: "/b/map").fallbackPath)
        #expect(first == AnnotationFile(imageStem: "/a/map").fallbackPath)
    }
}

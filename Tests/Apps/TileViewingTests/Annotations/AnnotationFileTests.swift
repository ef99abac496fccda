import Foundation
import Georeferencing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
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

    private let size = PixelSize(width: 1000, height: 800)

    private func file(_ name: String = "map.tif", _ size: PixelSize? = nil, chosen: String? = nil) -> AnnotationFile {
        var file = AnnotationFile(
            imagePath: folder + "/images/" + name, imageSize: size ?? self.size, chosenPath: chosen)
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
            var file = AnnotationFile(imageAddress: address, imageSize: size)
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
        let path = folder + "/images/map.tif.geojson"
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
        let path = folder + "/images/map.tif.geojson"
        try write(Self.foreign, path)
        var file = file()
        let read4 = try file.read()
        #expect(read4?.annotations.count == 1)
        let written = try file.write(text("one"))
        #expect(written.path == folder + "/images/map.tif.tileview.geojson")
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
        #expect(written6.path == folder + "/images/map.tif.tileview.geojson")
        #expect(contents(path) == text("other"))
    }

    @Test func `features of a map, and a file that cannot be read, are left alone`() throws {
        let path = folder + "/images/map.tif.geojson"
        let features = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#
        try write(features, path)
        var file = file()
        let read7 = try file.read()
        #expect(read7 == nil)
        try write("{", path)
        #expect(throws: AnnotationFileError.self) { () throws in _ = try file.read() }
        let written8 = try file.write(text("one"))
        #expect(written8.path == folder + "/images/map.tif.tileview.geojson")
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
        #expect(path == file.fallbackPath && path.hasPrefix(folder + "/data/tilekit/annotations/map.tif-"))
        let written13 = try file.write(text("two"))
        #expect(written13.path == path)
        var other = self.file()
        let read14 = try other.read()
        #expect(read14?.annotations.map(\.name) == ["two"])
    }

    @Test func `files of the same name in two folders have different names with the user's data`() {
        func path(_ image: String) -> String { AnnotationFile(imagePath: image, imageSize: size).fallbackPath }
        #expect(path("/a/map.tif") != path("/b/map.tif"))
        #expect(path("/a/map.tif") != path("/a/map.png"))
        #expect(path("/a/map.tif") == path("/a/map.tif"))
    }

    // MARK: Statements

    /// A file of the viewer that states an image.
    private func text(of name: String, _ size: PixelSize, in scale: AnnotationScale = .pixels) -> String {
        var document = GeoJSONDocument()
        document.annotations = [Annotation(.point, .points([.zero]), name: "of \(name)")]
        document.statement = ImageStatement(name: name, size: size, scale: scale)
        return document.text(in: scale)
    }

    /// The message with which a file is refused; nil if it is read.
    private func refusal(of file: AnnotationFile, in scale: AnnotationScale? = .pixels) -> String? {
        var file = file
        do throws(AnnotationFileError) {
            _ = try file.read(in: scale)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `images of one name and several formats have a file each`() throws {
        var map = file()
        var tiles = file("map.pmtiles", PixelSize(width: 4096, height: 4096))
        #expect(try map.write(text("of map.tif")).path == folder + "/images/map.tif.geojson")
        #expect(try tiles.write(text("of map.pmtiles")).path == folder + "/images/map.pmtiles.geojson")
        #expect(try map.read()?.annotations.map(\.name) == ["of map.tif"])
        #expect(try tiles.read()?.annotations.map(\.name) == ["of map.pmtiles"])
    }

    @Test func `the tiles of a Deep Zoom pyramid have the file of its descriptor`() throws {
        var tiles = file("map_files/")
        #expect(try tiles.write(text("one")).path == folder + "/images/map.dzi.geojson")
        var descriptor = file("map.dzi")
        #expect(try descriptor.read()?.annotations.map(\.name) == ["one"])
    }

    @Test func `the file of an image of another size is refused, and not changed`() throws {
        let path = folder + "/images/map.tif.geojson"
        let stated = text(of: "map.tif", PixelSize(width: 500, height: 400))
        try write(stated, path)
        #expect(
            refusal(of: file())
                == "the annotations are of map.tif with 500×400 pixels, and this image has 1000×800. They are not shown, "
                + "and the file is not changed. Open the page or the version of that size, or move the file away.")
        #expect(
            refusal(of: file("map.png", chosen: path))
                == "the annotations are of map.tif with 500×400 pixels, and this image has 1000×800. They are not shown, "
                + "and the file is not changed. Open that image, or move the file away.")
        var file = file()
        _ = try? file.read()
        #expect(try file.write(text(of: "map.tif", size)).path == folder + "/images/map.tif.tileview.geojson")
        #expect(contents(path) == stated)
        // From then on, what fits is read.
        var other = self.file()
        #expect(try other.read()?.annotations.map(\.name) == ["of map.tif"])
        // With a third size, there is a third file, and the others stay.
        var third = self.file("map.tif", PixelSize(width: 7, height: 7))
        _ = try? third.read()
        #expect(
            try third.write(text(of: "map.tif", PixelSize(width: 7, height: 7))).path.hasSuffix("tileview-2.geojson"))
        #expect(try third.read()?.statement?.size.width == 7)
        #expect(try other.read()?.statement?.size == size)
        #expect(contents(path) == stated)
    }

    @Test func `the file of an image of another name is refused unless the user names it`() throws {
        let path = folder + "/images/map.tif.geojson"
        try write(text(of: "world.tif", size), path)
        #expect(
            refusal(of: file())
                == "the annotations are of world.tif, which is another image. They are not shown, and the file is not "
                + "changed. Choose it as the file of annotations if they are of this image, too, or move it away.")
        var chosen = file(chosen: path)
        #expect(try chosen.read()?.annotations.count == 1)
        #expect(try chosen.write(text(of: "map.tif", size)).path == path)
        #expect(refusal(of: file()) == nil)
    }

    @Test func `a named file of another size is refused, too`() throws {
        let path = folder + "/chosen.geojson"
        let stated = text(of: "big.tif", PixelSize(width: 5000, height: 4000))
        try write(stated, path)
        var file = file(chosen: path)
        #expect(refusal(of: file)?.hasPrefix("the annotations are of big.tif with 5000×4000 pixels") == true)
        #expect(try file.write(text("one")).path == folder + "/chosen-2.geojson")
        #expect(contents(path) == stated)
    }

    @Test func `where both are maps, the refusal says that coordinates can be used`() throws {
        let bounds = GeoBounds(west: 0, south: 0, east: 10, north: 8, crs: .wgs84)
        let other = PixelSize(width: 500, height: 400)
        let scale = AnnotationScale.map(MapProjection(bounds: bounds, size: other))
        try write(text(of: "map.tif", other, in: scale), folder + "/images/map.tif.geojson")
        #expect(refusal(of: file())?.contains("show them by coordinates") == true)
    }

    // MARK: Old names

    private var oldPath: String { folder + "/images/map.geojson" }

    private func add(_ names: String...) throws {
        for name in names { try write("", folder + "/images/" + name) }
    }

    @Test func `an old file is read where there is no new one, and kept as it is`() throws {
        try add("map.tif")
        try write(text("old"), oldPath)
        var file = file()
        #expect(try file.read()?.annotations.map(\.name) == ["old"])
        let written = try file.write(text("new"))
        #expect(written.path == folder + "/images/map.tif.geojson" && written.isNew)
        #expect(try file.write(text("newer")).path == written.path)
        #expect(contents(oldPath) == text("old"))
        var other = self.file()
        #expect(try other.read()?.annotations.map(\.name) == ["newer"])
    }

    @Test func `what another program has written under the old name is read, and never overwritten`() throws {
        try add("map.tif", "map.pmtiles")
        try write(Self.foreign, oldPath)
        var file = file()
        #expect(try file.read()?.annotations.count == 1)
        #expect(try file.write(text("one")).path == folder + "/images/map.tif.geojson")
        #expect(contents(oldPath) == Self.foreign)
    }

    @Test func `an old file is that of the image, and not of the tiles beside it`() throws {
        try add("map.tif", "map.pmtiles")
        try write(text("old"), oldPath)
        #expect(refusal(of: file()) == nil)
        #expect(
            refusal(of: file("map.pmtiles"))
                == "it does not say whose annotations it has: map.pmtiles, map.tif have this name. They are not shown, and "
                + "the file is not changed. Rename it to map.pmtiles.geojson if they are of this image.")
        try add("map.png")
        #expect(refusal(of: file())?.hasPrefix("it does not say whose annotations it has") == true)
        // As the message says.
        try FileManager.default.moveItem(atPath: oldPath, toPath: folder + "/images/map.tif.geojson")
        #expect(refusal(of: file()) == nil)
        #expect(refusal(of: file("map.pmtiles")) == nil)
    }

    @Test func `what an old file measures says whose it is`() throws {
        try add("map.tif", "map.pmtiles")
        func scale(_ east: Double) -> AnnotationScale {
            .map(
                MapProjection(bounds: GeoBounds(west: 0, south: 0, east: east, north: 8, crs: .wgs84), size: size))
        }
        var document = GeoJSONDocument()
        document.annotations = [
            Annotation(.distance, .line([Point(x: 100, y: 400), Point(x: 200, y: 400)]))
        ]
        try write(document.text(in: scale(10)), oldPath)
        #expect(refusal(of: file("map.pmtiles"), in: scale(10)) == nil)
        let reason = try #require(refusal(of: file(), in: scale(20)))
        #expect(reason.hasPrefix("its annotations were measured in another image: Length m is "))
        #expect(
            refusal(of: file())?.hasPrefix("its annotations were measured on a map, which this image is not") == true)
        #expect(refusal(of: file(), in: nil) == "the scale of the image is not known yet.")
        #expect(contents(oldPath) == document.text(in: scale(10)))
    }

    @Test func `annotations outside of an image are those of another one`() throws {
        try add("map.tif", "map.pmtiles")
        var document = GeoJSONDocument()
        document.annotations = [Annotation(.point, .points([Point(x: 1500, y: 10)]))]
        try write(document.text(in: .pixels), oldPath)
        #expect(refusal(of: file())?.hasPrefix("an annotation in it lies outside of this image") == true)
        #expect(refusal(of: file("map.tif", PixelSize(width: 2000, height: 20))) == nil)
    }

    @Test func `the new file of an image is not the old one of another`() throws {
        try add("map", "map.tif")
        try write(text(of: "map", size), oldPath)
        #expect(refusal(of: file()) == nil)
        var file = file()
        #expect(try file.read() == nil)
        var other = self.file("map")
        #expect(try other.read()?.annotations.map(\.name) == ["of map"])
    }
}

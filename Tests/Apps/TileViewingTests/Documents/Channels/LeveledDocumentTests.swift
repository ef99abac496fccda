import ChannelImages
import Concurrency
import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import ValuePyramids
import ZarrArrays

@testable import TileViewing

/// Large TIFFs of channels without levels: 600×500 pixels, whose smaller levels are 300×250 and 150×125.
@Suite(.timeLimited) struct LeveledDocumentTests {
    private let scene: DocumentScene

    init() throws {
        scene = try DocumentScene()
    }

    /// Writes a TIFF of two channels of 16 bits, in tiles or in strips, whose means are whole numbers.
    private func makeImage(_ name: String = "large.tif", isTiled: Bool = true, add: Int = 0) throws -> String {
        var page = TIFFFixture(width: 600, height: 500) { UInt64(Self.sample($0, $1, $2) + add) }
        page.bits = 16
        page.samplesPerPixel = 2
        page.extraSamples = [0]
        page.tile = isTiled ? (width: 128, height: 64) : nil
        try scene.folder.write(Data(page.encoded()), to: name)
        return scene.folder.path(name)
    }

    private static func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int { 4 * (x + 3 * y) + 1000 * channel }

    /// The mean of the pixels of full size that a pixel of a coarser level shows.
    private static func mean(_ x: Int, _ y: Int, _ channel: Int, level: Int) -> Int {
        let side = 1 << level
        return sample(x * side, y * side, channel) + 8 * (side - 1)
    }

    /// The number of samples of a level that differ from what is expected.
    private func wrongSamples(
        _ document: Document, level: Int, channel: Int, _ expected: (_ x: Int, _ y: Int) -> Int
    ) throws -> Int {
        let image = try #require(document.channels?.image)
        let size = image.description.levels[level]
        var samples = [UInt16](repeating: 0, count: size.area)
        try samples.withUnsafeMutableBytes {
            try image.read(
                PixelRect(x: 0, y: 0, width: size.width, height: size.height),
                of: ChannelPlane(level: level, channel: channel), into: $0)
        }
        return samples.indices.count { Int(samples[$0]) != expected($0 % size.width, $0 / size.width) }
    }

    /// Expects all levels to have the means of full size.
    private func expectMeans(_ document: Document, add: Int = 0) throws {
        #expect(document.state.stage == .complete)
        #expect(
            document.channels?.description.levels.map(\.description) == ["600×500", "300×250", "150×125"])
        for level in 0...2 {
            for channel in 0..<2 {
                let wrong = try wrongSamples(document, level: level, channel: channel) {
                    Self.mean($0, $1, channel, level: level) + add
                }
                #expect(wrong == 0)
            }
        }
    }

    /// The path of the levels of a file in the cache.
    private func valuesPath(of path: String) throws -> String {
        let key = try #require(PyramidCacheKey(path, contents: .values))
        return "\(scene.options.cache.path)/\(key.folderName)/levels.ome.zarr"
    }

    /// Writes levels as another process does, which has not finished.
    private func beginLevels(of path: String) throws -> OMEZarrWriter {
        let key = try #require(PyramidCacheKey(path, contents: .values))
        let entry = try scene.options.cache.entry(for: key)
        return try OMEZarrWriter(
            creating: entry.valuesPath,
            ChannelImageDescription(
                levels: [PixelSize(width: 8, height: 8)], sampleType: .uint8, channels: [ChannelDescription()]))
    }

    @Test(arguments: [true, false])
    func `the levels that a file has not are its means, and are found when it is opened again`(isTiled: Bool) throws {
        let path = try makeImage(isTiled: isTiled)
        let document = try scene.openWhole(path)
        try expectMeans(document)
        #expect(document.state.metadata.samples == "2 channels, 16 bits")
        #expect(document.image.pyramid.levels.map(\.downsample) == [4, 2, 1])
        #expect(try scene.cacheFolders().count == 1)
        // Each tile of each channel can be loaded, and mixed for exports.
        for index in document.image.pyramid.indices { #expect(try document.source.read(index) != nil) }
        #expect(document.channels?.hasAllLevels == true)
        document.close()

        let again = try WatchedDocument(path, scene.options)
        again.wait { !$0.isReadingDetails }
        #expect(again.stages == [.complete])
        try expectMeans(again.document)
    }

    @Test func `without a cache, samples of the file stand for the smallest level, and others have their means`() throws
    {
        let file = try makeImage("file.tif")
        let scene = try DocumentScene(cachePath: file + "/cache")
        let document = try scene.openWhole(file)
        guard case .coarse(let reason) = document.state.stage else {
            Issue.record("\(document.state.stage)")
            return
        }
        #expect(reason.contains("tiles cannot be cached here: Not a directory."))
        for channel in 0..<2 {
            #expect(
                try wrongSamples(document, level: 2, channel: channel) { Self.sample(4 * $0 + 2, 4 * $1 + 2, channel) }
                    == 0)
            #expect(
                try wrongSamples(document, level: 1, channel: channel) { Self.mean($0, $1, channel, level: 1) } == 0)
            #expect(try wrongSamples(document, level: 0, channel: channel) { Self.sample($0, $1, channel) } == 0)
        }
        // No export takes samples for means, and statistics are those of the file.
        let source = document.source
        for level in 0..<2 { #expect(try source.read(TileIndex(level: level, column: 0, row: 0)) == nil) }
        #expect(try source.read(TileIndex(level: 2, column: 0, row: 0)) != nil)
        let channels = try #require(document.channels)
        #expect(!channels.hasAllLevels && channels.measured.description.levels.count == 1)
    }

    @Test func `closing a document while its levels are made leaves none, and they are made the next time`() throws {
        let path = try makeImage()
        let other = try beginLevels(of: path)
        let watched = try WatchedDocument(path, scene.options)
        watched.wait { $0.stage == .waiting }
        let document = watched.document
        let isClosed = Locked(false)
        document.observe { [weak document] in
            guard let document, case .cutting = document.state.stage else { return }
            document.close()
            isClosed.withLockAndNotify { $0 = true }
        }
        try other.discard()
        isClosed.wait { $0 ? () : nil }
        #expect(document.state.stage == .closed)
        #expect(!FileManager.default.fileExists(atPath: try valuesPath(of: path)))
        // What is shown still is as it was.
        #expect(try wrongSamples(document, level: 0, channel: 0) { Self.sample($0, $1, 0) } == 0)
        try expectMeans(try scene.openWhole(path))
    }

    @Test func `levels of a file that changes while they are made are not kept`() throws {
        let path = try makeImage()
        let former = try valuesPath(of: path)
        let other = try beginLevels(of: path)
        let watched = try WatchedDocument(path, scene.options)
        watched.wait { $0.stage == .waiting }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
        try other.discard()
        watched.wait { !$0.stage.isBusy }
        guard case .coarse(let reason) = watched.document.state.stage else {
            Issue.record("\(watched.document.state.stage)")
            return
        }
        #expect(reason.contains("the image changed while it was being opened. Open it again."))
        #expect(!FileManager.default.fileExists(atPath: former))
        try expectMeans(try scene.openWhole(path))
    }

    @Test func `a file that has changed has other levels`() throws {
        let path = try makeImage()
        try expectMeans(scene.openWhole(path))
        _ = try makeImage(add: 40)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
        try expectMeans(scene.openWhole(path), add: 40)
        #expect(try scene.cacheFolders().count == 2)
    }

    @Test func `damaged levels in the cache are made again`() throws {
        let path = try makeImage()
        try scene.openWhole(path).close()
        let values = try valuesPath(of: path)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: values + "/zarr.json"))
        try expectMeans(scene.openWhole(path))
    }

    @Test func `levels that are larger than the cache are not made`() throws {
        let path = try makeImage()
        var options = scene.options
        options.cache.sizeLimit = 1000
        let watched = try WatchedDocument(path, options)
        watched.wait { !$0.stage.isBusy }
        guard case .coarse(let reason) = watched.document.state.stage else {
            Issue.record("\(watched.document.state.stage)")
            return
        }
        #expect(reason.contains("the cache is limited to 0 MiB") && reason.hasSuffix("keeps all values."))
        #expect(!FileManager.default.fileExists(atPath: try valuesPath(of: path)))
    }
}

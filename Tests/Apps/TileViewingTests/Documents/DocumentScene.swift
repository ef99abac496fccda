import VectorDrawing
import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import LayerTree
import Concurrency
import PixelKernels
import TestSupport
import Testing
import TilePyramid
import TileStores
import TiledLayers

@testable import TileViewing

/// A folder with images, and a cache of its own.
final class DocumentScene: Sendable {
    let folder: TemporaryFolder
    let options: DocumentOptions

    init(cachePath: String? = nil) throws {
        folder = try TemporaryFolder()
        var options = DocumentOptions()
        options.cache.path = cachePath ?? folder.path("cache/pyramids")
        options.previewPixelLimit = 20_000
        options.notificationInterval = 0
        self.options = options
    }

    /// Writes an image of gradients; its format follows from the name.
    @discardableResult
    func makeImage(_ name: String, width: Int = 700, height: Int = 500, alpha: Bool = false) throws -> String {
        let path = folder.path(name)
        let layout = PixelLayout(alpha ? .rgba : .rgb)
        let size = PixelSize(width: width, height: height)
        let format = try #require(ImageFileFormat(path: path))
        let writer = try format.makeWriter(path, size: size, layout: layout)
        for y in 0..<height {
            var row: [UInt8] = []
            row.reserveCapacity(width * layout.bytesPerPixel)
            for x in 0..<width {
                row.append(UInt8(255 * x / width))
                row.append(UInt8(255 * y / height))
                row.append(UInt8((x ^ y) & 63))
                if alpha { row.append(UInt8(255 * (x + y) / (width + height))) }
            }
            try row.withUnsafeBytes { raw in
                let base = try #require(raw.baseAddress)
                try writer.write(PixelBand(base: base, stride: raw.count, rows: y..<(y + 1)))
            }
        }
        try writer.finish()
        return path
    }

    /// Opens a file and waits until all work on it is done.
    func openWhole(_ path: String) throws -> Document {
        let watched = try WatchedDocument(path, options)
        watched.wait { !$0.stage.isBusy }
        return watched.document
    }

    /// A gray PNG tile.
    static func tile(_ size: PixelSize) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = .png
        let row = [UInt8](repeating: 99, count: size.width)
        var bytes: [UInt8] = []
        try row.withUnsafeBytes { raw in
            let rows = (0..<size.height).compactMap { _ in raw.baseAddress }
            try rows.withUnsafeBufferPointer { rows in
                let pixels = TilePixels(size: size, layout: PixelLayout(.gray), rows: rows)
                try encoding.makeEncoder(for: pixels.layout).encode(pixels) { bytes = $0.withUnsafeBytes { Array($0) } }
            }
        }
        return bytes
    }

    /// The names of the folders in the cache.
    func cacheFolders() throws -> [String] {
        FileManager.default.fileExists(atPath: options.cache.path)
            ? try FileManager.default.contentsOfDirectory(atPath: options.cache.path).sorted() : []
    }

    /// The image at a reduced size, as it should be shown, row by row.
    static func image(_ path: String, halvings: Int) throws -> (size: PixelSize, pixels: [UInt32]) {
        var options = DecodeOptions()
        options.allowTruncated = true
        let size = try ReducedImage(.file(path), pixelLimit: .max).size
        var limit = size
        for _ in 0..<halvings { limit = limit.halved }
        let image = try ReducedImage(.file(path), pixelLimit: limit.area, options: options)
        let pixels = Locked<[UInt32]>([])
        try image.readRows { _, row in
            pixels.withLock { $0 += UnsafeBufferPointer(start: row, count: limit.width) }
        }
        return (image.size, pixels.withLock { $0 })
    }
}

/// A document whose state can be awaited.
final class WatchedDocument: Sendable {
    let document: Document
    private let changes: Locked<Int>
    /// All stages so far.
    private let seen: Locked<[DocumentStage]>

    init(_ path: String, _ options: DocumentOptions) throws {
        let changes = Locked(0)
        self.changes = changes
        seen = Locked([])
        document = try Document(opening: path, options: options)
        document.observe { changes.withLockAndNotify { $0 += 1 } }
    }

    var stages: [DocumentStage] { seen.withLock { $0 } }

    /// Waits until the state meets a condition.
    func wait(until isReached: @escaping (DocumentState) -> Bool) {
        _ = changes.wait { _ in
            let state = document.state
            seen.withLock { stages in
                if stages.last != state.stage { stages.append(state.stage) }
            }
            return isReached(state) ? true : nil
        }
    }
}

/// The outcomes of loading tiles of an image.
struct LoadedTiles {
    let outcomes: [TileIndex: TileState]
    let feed: TileFeed

    init(_ image: TiledImage, _ indices: some Sequence<TileIndex>) {
        let hasArrivals = Locked(false)
        let loader = TileLoader(retry: TileRetryPolicy(delays: []))
        feed = TileFeed(of: image, from: loader) { hasArrivals.withLockAndNotify { $0 = true } }
        let wanted = Array(indices)
        feed.setDemand(TilePlan(level: 0, sharpLevel: 0, requests: wanted.map { TileRequest($0, .view) }))
        var outcomes: [TileIndex: TileState] = [:]
        while !wanted.allSatisfy({ outcomes[$0] != nil }) {
            for index in wanted {
                switch feed.state(of: index) {
                case .loaded, .absent, .failed: outcomes[index] = feed.state(of: index)
                case .idle, .queued, .reading, .read, .decoding: break
                }
            }
            guard !wanted.allSatisfy({ outcomes[$0] != nil }) else { break }
            _ = hasArrivals.wait { isThere in
                defer { isThere = false }
                return isThere ? true : nil
            }
        }
        self.outcomes = outcomes
    }

    /// The loaded tiles of a level as one image; nil if one is missing.
    func image(ofLevel level: Int) -> [UInt32]? {
        let pyramid = feed.image.pyramid
        let size = pyramid.levels[level].size
        var pixels = [UInt32](repeating: 0, count: size.area)
        for index in pyramid.levels[level].indices {
            guard let buffer = feed.tile(index)?.buffer else { return nil }
            let rect = pyramid.rect(of: index)
            for y in 0..<rect.size.height {
                for x in 0..<rect.size.width {
                    pixels[(rect.y + y) * size.width + rect.x + x] = buffer[x, y]
                }
            }
        }
        return pixels
    }
}

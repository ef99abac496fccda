import Concurrency
import Dispatch
import Foundation
import ImageCodecs
import ImageMetadata
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct RegionExportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func export(
        _ source: any TileSource, _ region: PixelRect, _ name: String = "part.png", _ format: ImageFileFormat = .png
    ) throws -> (PixelBuffer, RegionExport.Outcome?) {
        let export = RegionExport(source: source, region: region, path: folder.path(name), format: format)
        let outcome = try export.run()
        return (try PixelBuffer.read(folder.path(name)), outcome)
    }

    private func mismatches(_ image: PixelBuffer, _ region: PixelRect, except: PixelRect? = nil) -> Int {
        var count = 0
        for y in 0..<region.size.height {
            for x in 0..<region.size.width {
                let column = region.x + x
                let row = region.y + y
                if let except, except.columns.contains(column), except.rows.contains(row) { continue }
                count += image[x, y] == PaintedSource.pixel(column, row) ? 0 : 1
            }
        }
        return count
    }

    @Test(arguments: [0, 1, 5], [ImageFileFormat.png, .tiff])
    func `every pixel is that of the full-size image, whatever the tiles and their overlap`(
        overlap: Int, format: ImageFileFormat
    ) throws {
        let source = PaintedSource(PixelSize(width: 150, height: 100), tileSize: 32, overlap: overlap)
        for region in [
            PixelRect(x: 0, y: 0, width: 150, height: 100), PixelRect(x: 31, y: 30, width: 34, height: 5),
            PixelRect(x: 64, y: 64, width: 32, height: 32), PixelRect(x: 149, y: 99, width: 1, height: 1),
            PixelRect(x: 1, y: 1, width: 148, height: 98),
        ] {
            let (image, outcome) = try export(source, region, "part", format)
            #expect(image.size == region.size)
            #expect(mismatches(image, region) == 0)
            #expect(outcome == RegionExport.Outcome())
        }
    }

    @Test func `tiles that are missing or broken are left transparent, and counted`() throws {
        let source = PaintedSource(PixelSize(width: 96, height: 64), tileSize: 32) { index in
            if index == TileIndex(level: 7, column: 2, row: 0) { throw TestError("it is broken") }
            return index != TileIndex(level: 7, column: 1, row: 1)
        }
        let region = PixelRect(x: 0, y: 0, width: 96, height: 64)
        let (image, outcome) = try export(source, region)
        #expect(outcome == RegionExport.Outcome(absentTiles: 1, failedTiles: 1, failure: "it is broken"))
        #expect(image[40, 40] == 0 && image[70, 10] == 0)
        let left = PixelRect(x: 0, y: 0, width: 32, height: 64)
        #expect(mismatches(image, left) == 0)
    }

    @Test func `a canceled export leaves no file`() throws {
        let source = PaintedSource(PixelSize(width: 64, height: 96), tileSize: 32)
        let parts = Locked<[Double]>([])
        let export = RegionExport(
            source: source, region: PixelRect(x: 0, y: 0, width: 64, height: 96), path: folder.path("a.png"),
            format: .png)
        let outcome = try export.run { part in
            parts.withLock { $0.append(part) }
            return part < 0.5
        }
        #expect(outcome == nil)
        #expect(parts.withLock { $0 } == [0, 1.0 / 3, 2.0 / 3])
        #expect(folder.contents().isEmpty)
    }

    @Test func `an export that is canceled reads no more tiles of its row`() throws {
        let size = PixelSize(width: 320, height: 96)
        let finest = Pyramid(size: size, tileSize: 32).finestLevel.index
        let rows = Locked<[Int]>([])
        let source = PaintedSource(size, tileSize: 32) { index in
            if index.level == finest { rows.withLock { $0.append(index.row) } }
            return true
        }
        let running = RunningExport(to: folder.path("a.png"))
        var export = RegionExport(
            source: source, region: PixelRect(x: 0, y: 0, width: 320, height: 96), path: folder.path("a.png"),
            format: .png)
        export.isCanceled = { running.isCanceled }
        let outcome = try export.run { part in
            // After the first row of three, as by Esc, when the next row begins.
            if part > 0 { running.cancel() }
            return true
        }
        #expect(outcome == nil && rows.withLock { $0 } == Array(repeating: 0, count: 10))
        #expect(folder.contents().isEmpty)
    }

    @Test func `an export that waits for a tile is abandoned at once, with what it has written`() throws {
        let reading = Locked((isWaiting: false, goesOn: false))
        let source = PaintedSource(PixelSize(width: 64, height: 96), tileSize: 32) { index in
            guard index.row == 2 else { return true }
            reading.withLockAndNotify { $0.isWaiting = true }
            return reading.wait { $0.goesOn ? true : nil }
        }
        let path = folder.path("a.png")
        let export = RegionExport(
            source: source, region: PixelRect(x: 0, y: 0, width: 64, height: 96), path: path, format: .png)
        let running = RunningExport(to: path)
        DispatchQueue.global().async {
            #expect(throws: Never.self) { try #expect(export.run(progress: running.advance) == nil) }
            running.end()
        }
        reading.wait { $0.isWaiting ? () : nil }
        #expect(folder.contents() == ["a.png.partial"])
        running.abandon()
        #expect(folder.contents().isEmpty)
        reading.withLockAndNotify { $0.goesOn = true }
        running.wait()
        #expect(folder.contents().isEmpty)
    }

    @Test func `an export that is abandoned before its file exists creates none`() throws {
        let path = folder.path("a.png")
        var export = RegionExport(
            source: PaintedSource(), region: PixelRect(x: 0, y: 0, width: 10, height: 10), path: path, format: .png)
        let running = RunningExport(to: path)
        export.willCreate = { running.beginWriting() }
        running.abandon()
        #expect(try export.run(progress: running.advance) == nil)
        #expect(folder.contents().isEmpty && running.fractionCompleted == 0)
    }

    @Test func `an export that is abandoned while its file is created removes it`() throws {
        let path = folder.path("a.png")
        let running = RunningExport(to: path)
        #expect(running.beginWriting())
        let abandoned = Locked(false)
        DispatchQueue.global().async {
            running.abandon()
            abandoned.withLockAndNotify { $0 = true }
        }
        try folder.write(Data("unfinished".utf8), to: "a.png.partial")
        while running.advance(to: 0) {}
        abandoned.wait { $0 ? () : nil }
        #expect(folder.contents().isEmpty)
    }

    @Test func `a file that cannot be created is an error`() throws {
        let path = folder.path("nowhere/a.png")
        let export = RegionExport(
            source: PaintedSource(), region: PixelRect(x: 0, y: 0, width: 1, height: 1), path: path, format: .png)
        #expect(throws: CodecError.self) { try export.run() }
    }

    @Test func `regions of up to 100 megapixels become PNG, and larger ones TIFF`() {
        #expect(RegionExport.standardFormat(for: PixelSize(width: 10_000, height: 10_000)) == .png)
        #expect(RegionExport.standardFormat(for: PixelSize(width: 10_001, height: 10_000)) == .tiff)
    }
}

import Foundation
import LayerTree
import SDLPresenter
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TileViewing
import TiledLayers
import VectorDrawing

@testable import FlightBench

/// Tests of the promises of a flight, judged by the pixels of each frame of a window.
@MainActor @Suite(.serialized, .timeLimited) struct WindowFlightTests {
    /// The standard flight over an image and in a view of a part of their sizes.
    private static func flight(dividedBy divisor: Int, tileSize: Int, viewport: PixelSize) -> Flight {
        let size = Flight.standard.imageSize
        return Flight(
            over: PixelSize(width: size.width / divisor, height: size.height / divisor), tileSize: tileSize,
            viewport: viewport,
            keys: Flight.standard.keys.map { key in
                var key = key
                key.view.center = Point(
                    x: key.view.center.x / Double(divisor), y: key.view.center.y / Double(divisor))
                return key
            })
    }

    private static let small = flight(dividedBy: 10, tileSize: 64, viewport: PixelSize(width: 192, height: 120))
    private static let large = flight(dividedBy: 1, tileSize: 1024, viewport: PixelSize(width: 640, height: 400))

    /// The measurements of the pixels of a flight.
    private struct Seen {
        var frames = 0
        /// ∫ blank area dt after the first covered frame, in screen·seconds.
        var blank = 0.0
        /// The frames in which the pixels show other levels than the layer reports.
        var differing = 0
        var flickers = 0
        var uploads = 0
        var deferred = 0
        var holeAtEnd = false
    }

    /// Plays a flight in a window and judges its pixels.
    private func fly(
        _ flight: Flight, _ drawing: DrawingMethod, isHeadless: Bool = false, textureByteLimit: Int = 256 << 20,
        _ budget: UploadBudget
    ) throws -> Seen {
        let pyramid = Pyramid(size: flight.imageSize, tileSize: flight.tileSize)
        var seen = Seen()
        var last = (time: 0.0, blank: 0.0)
        var isCovered = false
        let window = try Self.window(flight, drawing, isHeadless: isHeadless) {
            $0.uploadBudget = budget
            $0.textureByteLimit = textureByteLimit
        }
        defer { window.close() }
        let report = try play(flight) { frame, tree in
            let quality = try Self.quality(of: window.snapshot(of: tree), in: frame, pyramid: pyramid)
            let measured = ViewedQuality(of: frame)
            seen.blank += (frame.time - last.time) * last.blank
            last = (frame.time, isCovered ? quality.blank : 0)
            isCovered = isCovered || measured.isCovered
            let differs = abs(quality.blank - measured.blank) > 0.005 || abs(quality.blur - measured.blur) > 0.02
            seen.differing += isCovered && differs ? 1 : 0
            seen.frames += 1
        }
        seen.flickers = report.viewing.flickers
        seen.uploads = window.statistics.uploads
        seen.deferred = window.statistics.deferredContents
        seen.holeAtEnd = report.hasHoleAtEnd
        return seen
    }

    private static func window(
        _ flight: Flight, _ drawing: DrawingMethod, isHeadless: Bool, _ change: (inout WindowOptions) -> Void
    ) throws -> WindowPresenter {
        let size = Size(width: Double(flight.viewport.width), height: Double(flight.viewport.height))
        var options = WindowOptions(title: "flight", size: size)
        options.isHeadless = isHeadless
        options.isHidden = true
        options.waitsForVSync = false
        options.drawing = drawing
        change(&options)
        return try WindowPresenter(options)
    }

    private func play(
        _ flight: Flight, _ look: (ViewedFrame, RenderTree) throws -> Void
    ) throws -> FlightSimulationReport {
        var conditions = SimulatedConditions(latency: 0.02)
        conditions.sharesPixels = false
        let simulator = FlightSimulator(flight, conditions: conditions)
        simulator.layer.fadeDuration = 0
        var failure: (any Error)?
        let report = simulator.run { frame, tree in
            guard failure == nil else { return }
            do { try look(frame, tree) } catch { failure = error }
        }
        if let failure { throw failure }
        return report
    }

    /// The fraction of a snapshot that is blank within the image, and its average blur, judged by its pixels.
    private static func quality(
        of snapshot: PixelBuffer, in frame: ViewedFrame, pyramid: Pyramid
    ) -> (blank: Double, blur: Double) {
        // Interpolation between equal pixels may round.
        var blurs = [Double?](repeating: nil, count: 256)
        for level in pyramid.levels {
            let gray = Int(SimulatedTiles.pixel(ofLevel: level.index) & 255)
            let blur = max(0, log2(frame.scale * level.downsample))
            for rounded in gray - 2...min(gray + 2, 255) { blurs[rounded] = blur }
        }
        let inverse = frame.transform.inverse
        // Along the edges of the image a pixel belongs to either side.
        let pixel = 1 / frame.scale
        let image = Rect(
            x: pixel, y: pixel, width: Double(frame.imageSize.width) - 2 * pixel,
            height: Double(frame.imageSize.height) - 2 * pixel)
        var blank = 0
        var blur = 0.0
        snapshot.withPixels { pixels in
            for (index, value) in pixels.enumerated() {
                if let level = blurs[Int(value & 255)] {
                    blur += level
                } else {
                    let (row, column) = index.quotientAndRemainder(dividingBy: snapshot.size.width)
                    let point = inverse?.apply(to: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
                    blank += point.map(image.contains) == true ? 1 : 0
                }
            }
        }
        return (Double(blank) / Double(snapshot.size.area), blur / Double(snapshot.size.area))
    }

    private func expectNoHoles(_ seen: Seen) {
        if ProcessInfo.processInfo.environment["TILEKIT_PRINT"] != nil { print(seen) }
        #expect(seen.blank == 0 && seen.flickers == 0 && seen.differing == 0)
        #expect(seen.deferred == 0 && !seen.holeAtEnd && seen.frames > 900)
    }

    @Test func `In a window that the compositor draws, no pixel is blank and none flickers`() throws {
        expectNoHoles(try fly(Self.small, .compositor, isHeadless: true, .bytes(0)))
    }

    @Test func `With one upload a frame, each frame has the pixels that it has without a limit`() throws {
        // SDL's software renderer leaves gaps of its own, in both windows.
        let window = try Self.window(Self.small, .accelerated, isHeadless: true) { $0.uploadBudget = .bytes(0) }
        let other = try Self.window(Self.small, .accelerated, isHeadless: true) { $0.uploadBudget = .unlimited }
        defer {
            window.close()
            other.close()
        }
        var frames = 0
        let report = try play(Self.small) { frame, tree in
            let snapshot = try window.snapshot(of: tree)
            // Only the first window is asked for uploads.
            var copy = tree
            copy.link = nil
            let isEqual = try snapshot.withPixels { Array($0) } == other.snapshot(of: copy).withPixels { Array($0) }
            #expect(isEqual, "\(frame.time)")
            frames += 1
        }
        #expect(window.statistics.deferredContents == 0 && report.viewing.flickers == 0 && !report.hasHoleAtEnd)
        #expect(report.viewing.blankAfterCover == 0 && frames > 900)
    }

    @Test(.withAcceleratedRenderer, arguments: [UploadBudget.bytes(0), .milliseconds(5)], [256 << 20, 64 << 10])
    func `With OpenGL no pixel is blank and none flickers`(budget: UploadBudget, textureByteLimit: Int) throws {
        expectNoHoles(try fly(Self.small, .accelerated, textureByteLimit: textureByteLimit, budget))
    }

    @Test(.withAcceleratedRenderer, arguments: [UploadBudget.bytes(0), .milliseconds(5)])
    func `With OpenGL and tiles of 1024 pixels no pixel is blank and none flickers`(budget: UploadBudget) throws {
        expectNoHoles(try fly(Self.large, .accelerated, budget))
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where SDL has an accelerated renderer; without a screen that requires Xvfb and Mesa.
    fileprivate static var withAcceleratedRenderer: Self {
        .enabled("needs a screen and OpenGL: xvfb-run Tools/test") {
            await MainActor.run { isAcceleratedRendererAvailable }
        }
    }
}

@MainActor private let isAcceleratedRendererAvailable: Bool = {
    var options = WindowOptions(title: "probe", size: Size(width: 16, height: 16))
    options.isHidden = true
    options.drawing = .accelerated
    guard let window = try? WindowPresenter(options) else { return false }
    defer { MainActor.assumeIsolated { window.close() } }
    return window.rendererName != "software" && window.videoDriverName != "dummy"
}()

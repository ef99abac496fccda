internal import Compositing
internal import LayerTree
internal import TilePyramid
public import VectorDrawing

/// Pictures of layers, made without a window or a screen.
public enum LayerPicture {
    /// The maximum width and height of a picture in pixels.
    public static let longestSide = 32_768
    /// The most seconds for which the layers may still move once everything is loaded.
    public static let motionLimit = 2.0

    /// Draws layers once everything in them is loaded and at rest.
    ///
    /// ```swift
    /// let picture = try await LayerPicture.render(size: Size(width: 1200, height: 800)) { stage in
    ///     stage.add(MapView([try await MapImage.open("alps.pmtiles")]))
    /// }
    /// try picture.write(to: "alps.png")
    /// ```
    ///
    /// It waits for the tiles of tiled layers, for images that are decoded when they are shown, for text, and for animations, but
    /// for those that do not end only ``motionLimit``. Fades are over. The picture is drawn on the processor, the same on every
    /// machine.
    ///
    /// - Parameters:
    ///   - size: the size in points; each side has from 1 to ``longestSide`` pixels.
    ///   - scale: pixels per point; the default is 1.
    ///   - background: the color below all layers; the default is clear.
    ///   - timeout: the most seconds to wait; the default is 60.
    ///   - build: adds layers and controllers.
    /// - Returns: the pixels.
    /// - Throws: ``PictureError`` if something could not be loaded or the time was not enough, with the picture of the rest; the
    ///   error of `build`; `CancellationError` if the task was cancelled.
    @MainActor
    public static func render(
        size: Size, scale: Double = 1, background: Color = .clear, timeout: Double = 60,
        _ build: @MainActor (PictureStage) async throws -> Void
    ) async throws -> PixelBuffer {
        let sides = 1.0...Double(longestSide)
        guard scale > 0, sides.contains(size.width * scale), sides.contains(size.height * scale) else {
            throw PictureError(
                faults: ["a picture has from 1 to \(longestSide) pixels a side. Choose another size or scale."],
                picture: nil)
        }
        let stage = PictureStage(size: size, scale: scale, background: background)
        try await build(stage)
        return try await finish(stage, timeout: timeout)
    }

    /// The most seconds until the layers are looked at again, as a document may become complete without a frame.
    private static let longestWait = 0.25

    /// Waits until the layers of a stage are loaded and at rest, and draws them.
    @MainActor
    private static func finish(_ stage: PictureStage, timeout: Double) async throws -> PixelBuffer {
        let scene = stage.scene
        let (stream, wakeUp) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var wakeUps = stream.makeAsyncIterator()
        scene.requests.onRequest = { wakeUp.yield() }
        defer { scene.requests.onRequest = {} }
        let deadline = scene.clock.now + max(0, timeout.isFinite ? timeout : 0)
        var restTime = Double.infinity
        while true {
            try Task.checkCancellation()
            stage.dispatcher.update()
            _ = scene.frame()
            let content = PictureContent(of: scene.root)
            content.raiseCostLimits(for: scene.size)
            let now = scene.clock.now
            let isLoaded = content.isLoaded
            let next = [scene.nextFrameTime, stage.dispatcher.nextUpdateTime].compactMap { $0 }.min()
            // Layers that move on their own may go on for ever.
            restTime = isLoaded ? min(restTime, now + motionLimit) : .infinity
            if isLoaded && next == nil || now >= min(deadline, restTime) {
                content.endFades()
                stage.dispatcher.update()
                let picture = Compositor().draw(scene.frame())
                var faults = content.faults(isLoaded: isLoaded)
                if !isLoaded { faults.append("not everything was loaded within \(timeout.formatted) s.") }
                guard faults.isEmpty else { throw PictureError(faults: faults, picture: picture) }
                return picture
            }
            // What moves is looked at sixty times a second.
            let pause = min(max((next ?? .infinity) - now, 1.0 / 60), longestWait)
            let timer = Task {
                do {
                    try await Task.sleep(for: .seconds(pause))
                    wakeUp.yield()
                } catch {
                    // Something else has ended the wait.
                }
            }
            await wakeUps.next()
            timer.cancel()
        }
    }
}

/// The error of a picture that is not complete.
public struct PictureError: Error, Sendable {
    /// The faults, each in a sentence.
    public var faults: [String]
    /// The picture of what there is; nil if none could be drawn.
    public var picture: PixelBuffer?
}

extension PictureError: CustomStringConvertible {
    /// The faults: at most five, and the number of the others.
    public var description: String {
        let rest = faults.count - Self.shownFaults
        return (faults.prefix(Self.shownFaults) + (rest > 0 ? ["\(rest) more faults."] : [])).joined(separator: "\n")
    }

    private static let shownFaults = 5
}

extension Double {
    fileprivate var formatted: String { self == rounded() && magnitude < 1e6 ? "\(Int(self))" : "\(self)" }
}

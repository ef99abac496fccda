public import LayerTree
public import VectorDrawing

/// A layer that plays numbered frames as its contents, such as the frames of a film or a time series.
///
/// ```swift
/// let radar = FrameSequenceLayer(images, frameRate: 10)
/// radar.frame = Rect(x: 0, y: 0, width: 320, height: 240)
/// radar.contentsGravity = .resizeAspect
/// ```
///
/// The frame depends only on the layer's time, so `Layer.timing` and `Layer.pause(at:)` play, pause and seek, and change
/// the speed. Gravity, rectangles, filters, corners, borders and transforms apply as to any contents. The scene makes a frame
/// when the next frame of the sequence is due, and none in between.
open class FrameSequenceLayer: Layer {
    /// The number of frames; 0 shows nothing.
    public var frameCount: Int {
        didSet { if frameCount != oldValue { setNeedsFrame() } }
    }

    /// Frames for each second of the layer's time; if it is not greater than 0, the first frame stays.
    public var frameRate: Double {
        didSet { if frameRate != oldValue { setNeedsFrame() } }
    }

    /// Whether the first frame follows the last one; the default is true.
    ///
    /// If it is false, the last frame stays.
    public var loops = true {
        didSet { if loops != oldValue { setNeedsFrame() } }
    }

    private let provider: @MainActor (Int) -> PixelBuffer?
    /// The last shown frame, for use while the next one is missing.
    private var lastFrame: PixelBuffer?

    /// Creates a layer with frames from any provider, such as a decoder that reads ahead.
    ///
    /// - Parameters:
    ///   - frameCount: the number of frames.
    ///   - frameRate: frames for each second.
    ///   - provider: returns the frame of an index from 0 to less than `frameCount`; nil if the frame is not available yet.
    ///     Then the previous frame stays; call `setNeedsFrame()` when the new one is available. The provider is called
    ///     in each frame of the scene, so it must be fast, and should return the same buffer for the same index.
    public init(frameCount: Int, frameRate: Double, provider: @escaping @MainActor (Int) -> PixelBuffer?) {
        self.frameCount = frameCount
        self.frameRate = frameRate
        self.provider = provider
        super.init()
    }

    /// Creates a layer that plays images.
    public convenience init(_ frames: [PixelBuffer], frameRate: Double) {
        self.init(frameCount: frames.count, frameRate: frameRate) { frames.indices.contains($0) ? frames[$0] : nil }
    }

    /// Returns the index of the due frame at a time of the layer; nil if there are no frames.
    public func frameIndex(at time: Double) -> Int? {
        guard frameCount > 0 else { return nil }
        let number = number(at: time)
        if loops {
            let rest = number.truncatingRemainder(dividingBy: Double(frameCount))
            return Int(rest < 0 ? rest + Double(frameCount) : rest)
        }
        return Int(min(max(number, 0), Double(frameCount - 1)))
    }

    /// The number of whole frames that have passed; 0 if it is not known.
    private func number(at time: Double) -> Double {
        // In binary, 0.29 · 100 is less than 29.
        let number = (time * frameRate + 1e-6).rounded(.down)
        return frameRate > 0 && number.isFinite ? number : 0
    }

    /// Returns the due frame, laid out like contents.
    open override func contentsQuads(in context: LayerRenderContext) -> [ContentsQuad] {
        guard let index = frameIndex(at: context.time) else { return [] }
        requestNextFrame(at: context.time)
        lastFrame = provider(index) ?? lastFrame
        guard let lastFrame else { return [] }
        return ContentsLayout(of: context.properties, buffer: lastFrame).quads
    }

    private func requestNextFrame(at time: Double) {
        guard frameRate > 0, frameCount > 1 else { return }
        let number = number(at: time)
        let isBackward = totalSpeed < 0
        guard loops || (isBackward ? number > 0 : number < Double(frameCount - 1)) else { return }
        // Backward, a frame begins where the one after it ends.
        let due = (isBackward ? number - 1e-6 : number + 1) / frameRate
        setNeedsFrame(after: isBackward ? time - due : due - time)
    }
}

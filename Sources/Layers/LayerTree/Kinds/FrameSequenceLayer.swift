/// A layer that plays numbered frames as its contents, such as those of a film or a time series.
///
/// ```swift
/// let radar = FrameSequenceLayer(images, frameRate: 10)
/// radar.frame = Rect(x: 0, y: 0, width: 320, height: 240)
/// radar.contentsGravity = .resizeAspect
/// ```
///
/// The frame follows from the layer's time alone, so it plays, pauses, seeks and changes its speed by ``Layer/timing`` and
/// ``Layer/pause(at:)``. Gravity, rectangles, filters, corners, borders and transforms apply as to any contents. The scene
/// makes a frame when the next number is due, and none in between.
open class FrameSequenceLayer: Layer {
    /// The number of frames; 0 shows nothing.
    public var frameCount: Int {
        didSet { if frameCount != oldValue { setNeedsFrame() } }
    }

    /// Frames for each second of the layer's time; the first one stays if it is not greater than 0.
    public var frameRate: Double {
        didSet { if frameRate != oldValue { setNeedsFrame() } }
    }

    /// Whether the first frame follows the last one; the default is true.
    ///
    /// If not, the last one stays.
    public var loops = true {
        didSet { if loops != oldValue { setNeedsFrame() } }
    }

    private let provider: @MainActor (Int) -> PixelBuffer?
    /// The frame that was shown last, for as long as the next one is missing.
    private var lastFrame: PixelBuffer?

    /// Creates a layer whose frames come from anywhere, such as from a decoder that reads ahead.
    ///
    /// - Parameters:
    ///   - frameCount: the number of frames.
    ///   - frameRate: frames for each second.
    ///   - provider: returns the frame of an index from 0 to less than `frameCount`; nil if it is not there yet: the one
    ///     before stays, and ``Layer/setNeedsFrame()`` shows it when it has come. It is called in each frame of the scene, so it
    ///     must be fast, and should return the same buffer for the same index.
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

    /// The index of the frame that is due at a time of the layer; nil if there are no frames.
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

    /// Returns the frame that is due, laid out as contents are.
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

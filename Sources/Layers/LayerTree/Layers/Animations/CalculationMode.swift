/// The method by which an animation interpolates between its keyframes.
public enum CalculationMode: Hashable, Sendable, CaseIterable {
    /// Values are interpolated; discrete values change halfway.
    case linear
    /// Each value shows until the next one begins.
    case discrete
    /// Values are interpolated at a constant speed; the times and timing functions of the keyframes have no effect.
    ///
    /// The speed is that of ``Animatable/pacedDistance(to:)``.
    case paced
    /// Values follow a smooth curve through the keyframes, a Kochanek–Bartels spline.
    ///
    /// ``Keyframe/tension``, ``Keyframe/continuity`` and ``Keyframe/bias`` shape it; if they are 0, it is a Catmull–Rom spline.
    /// Values that cannot be summed, such as images and paths of shapes, are interpolated as in ``linear``.
    case cubic
    /// Values follow the curve of ``cubic`` at a constant speed; the times and timing functions have no effect.
    case cubicPaced

    /// Whether the speed is constant.
    var isPaced: Bool { self == .paced || self == .cubicPaced }
    /// Whether values follow a smooth curve.
    var isCubic: Bool { self == .cubic || self == .cubicPaced }
}

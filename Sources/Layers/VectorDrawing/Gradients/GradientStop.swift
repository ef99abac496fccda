/// A color of a gradient and its location.
public struct GradientStop: Hashable, Sendable {
    /// The color.
    public var color: Color
    /// The location, from 0 to 1.
    public var location: Double

    /// Creates a stop.
    public init(_ color: Color, at location: Double) {
        self.color = color
        self.location = location
    }
}

extension [GradientStop] {
    /// Returns the premultiplied pixels at equal distances from 0 to 1, one more than there are steps.
    ///
    /// Between stops, premultiplied components are interpolated, so that colors fade to transparent without a dark fringe.
    /// Before the first stop and after the last one the color continues.
    ///
    /// - Complexity: O(steps + stops).
    package func table(steps: Int) -> [UInt32] {
        // The first stop after a location; it never moves back, because locations ascend.
        var upper = 0
        return (0...steps).map { step in
            let location = Double(step) / Double(steps)
            while upper < count, !(self[upper].location > location) { upper += 1 }
            guard upper < count else { return last?.color.pixel() ?? 0 }
            guard upper > 0 else { return self[0].color.pixel() }
            return self[upper - 1].pixel(at: location, before: self[upper])
        }
    }
}

extension GradientStop {
    /// Returns the premultiplied pixel at a location between two stops.
    fileprivate func pixel(at location: Double, before next: GradientStop) -> UInt32 {
        let fraction = (location - self.location) / (next.location - self.location)
        func premultiplied(_ color: Color) -> SIMD4<Double> {
            SIMD4(color.blue * color.alpha, color.green * color.alpha, color.red * color.alpha, color.alpha)
        }
        let mixed = premultiplied(color) * (1 - fraction) + premultiplied(next.color) * fraction
        // Not finite where a color or a location is not.
        func step(_ component: Double) -> UInt32 {
            component > 0 ? UInt32((Swift.min(component, 1) * 255).rounded()) : 0
        }
        let alpha = step(mixed.w)
        func limited(_ component: Double) -> UInt32 { Swift.min(step(component), alpha) }
        return limited(mixed.x) | limited(mixed.y) << 8 | limited(mixed.z) << 16 | alpha << 24
    }
}

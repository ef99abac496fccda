extension Array: Animatable where Element: Animatable {
    /// Interpolates the elements one by one; arrays of different counts change halfway.
    public func interpolated(with other: [Element], at fraction: Double) -> [Element] {
        guard count == other.count else { return fraction < 0.5 ? self : other }
        return zip(self, other).map { $0.interpolated(with: $1, at: fraction) }
    }
    /// Returns the sums of the elements; `other` if the counts differ.
    public func adding(_ other: [Element]) -> [Element] {
        count == other.count ? zip(self, other).map { $0.adding($1) } : other
    }
    /// Returns the differences of the elements; this array if the counts differ.
    public func subtracting(_ other: [Element]) -> [Element] {
        count == other.count ? zip(self, other).map { $0.subtracting($1) } : self
    }
    /// Returns the root of the sum of the elements' squared distances; 1 if the counts differ.
    public func pacedDistance(to other: [Element]) -> Double {
        guard count == other.count else { return 1 }
        let squares = zip(self, other).map { $0.pacedDistance(to: $1) }.reduce(0) { $0 + $1 * $1 }
        return squares.squareRoot()
    }
}

extension Array: OptionalAnimatable where Element: Animatable {
    /// Interpolates the elements one by one; nil, or an array of another count, changes halfway.
    public static func interpolated(_ first: [Element]?, with second: [Element]?, at fraction: Double) -> [Element]? {
        guard let first, let second else { return fraction < 0.5 ? first : second }
        return first.interpolated(with: second, at: fraction)
    }
    /// Returns the sums of the elements; the second array if one of them is nil.
    public static func adding(_ first: [Element]?, _ second: [Element]?) -> [Element]? {
        guard let first, let second else { return second }
        return first.adding(second)
    }
    /// Returns the differences of the elements; the first array if one of them is nil.
    public static func subtracting(_ first: [Element]?, _ second: [Element]?) -> [Element]? {
        guard let first, let second else { return first }
        return first.subtracting(second)
    }
    /// Returns the distance of the arrays; 1 if one of them is nil.
    public static func pacedDistance(_ first: [Element]?, _ second: [Element]?) -> Double {
        guard let first, let second else { return first == second ? 0 : 1 }
        return first.pacedDistance(to: second)
    }
}

internal import LayerTree

/// The times of birth of a cell's particles while its values stay the same.
///
/// Particles are numbered in the order of their birth. At ``start`` the count is a fraction, so that a change of the rate moves
/// no birth before it.
struct Emission {
    private let rate: Double
    private let meanLifetime: Double
    private let lifetimeRange: Double
    /// The time at which the count was ``count``.
    private let start: Double
    private let count: Double
    /// The seconds from ``start`` in which particles may be born.
    private let duration: Double
    /// The time before which no particle is born.
    private var earliest: Double
    /// The numbers of the first particle, and of the one after the last.
    private var first: Double
    private var end: Double

    /// The maximum birth rate: a million particles each second.
    private static let rateLimit = 1e6
    /// The largest number of a particle: beyond, numbers would not be exact.
    private static let numberLimit = 0x1p52

    /// Creates the emission of a cell of a layer whose values have always been the same.
    init(of cell: EmitterCell, with values: EmitterValues) {
        let begin = cell.beginTime.isFinite ? cell.beginTime : 0
        self.init(of: cell, rateFactor: values.birthRate, lifetimeFactor: values.lifetime, start: begin)
    }

    /// Creates an emission.
    ///
    /// - Parameters:
    ///   - cell: the cell.
    ///   - rateFactor: the factor of the birth rate.
    ///   - lifetimeFactor: the factor of lifetimes.
    ///   - start: the time at which the count is `count`.
    ///   - duration: the maximum duration from the start; the cell's duration counts too.
    ///   - count: the count, usually 0.
    ///   - first: the number of the first particle.
    init(
        of cell: EmitterCell, rateFactor: Double, lifetimeFactor: Double, start: Double,
        duration: Double = .infinity, count: Double = 0, first: Double = 0
    ) {
        func limited(_ value: Double, _ limit: Double) -> Double { value > 0 ? min(value, limit) : 0 }
        rate = limited(cell.birthRate * rateFactor, Self.rateLimit)
        meanLifetime = limited(cell.lifetime * lifetimeFactor, 1e9)
        lifetimeRange = limited(abs(cell.lifetimeRange * lifetimeFactor), 1e9)
        self.start = start
        self.count = count
        self.duration = limited(min(cell.duration, duration), .infinity)
        earliest = start
        self.first = first
        end = first
        reopen()
    }

    /// Creates the emission that continues another one with other values.
    init(of cell: EmitterCell, with values: EmitterValues, continuing former: Emission, at time: Double) {
        let begin = cell.beginTime.isFinite ? cell.beginTime : 0
        let next = former.nextNumber(at: time)
        guard begin <= time else {
            self.init(
                of: cell, rateFactor: values.birthRate, lifetimeFactor: values.lifetime, start: begin,
                count: next, first: next)
            return
        }
        let position = former.count + (time - former.start) * former.rate
        self.init(
            of: cell, rateFactor: values.birthRate, lifetimeFactor: values.lifetime, start: time,
            duration: begin + (cell.duration > 0 ? cell.duration : 0) - time,
            count: min(max(position, next - 1), next), first: next)
    }

    /// Creates the emission of two that follow each other: as many births, evenly distributed; the lifetimes of the first.
    private init(_ one: Emission, _ other: Emission, from start: Double, to last: Double) {
        meanLifetime = one.meanLifetime
        lifetimeRange = one.lifetimeRange
        rate = (other.end - 1 - one.first) / (last - start)
        self.start = start
        count = one.first
        duration = last - start
        earliest = start
        first = one.first
        end = other.end
    }

    /// Returns one emission instead of this and the next one, with as many births.
    func merged(with next: Emission) -> Emission {
        guard first < end else { return next }
        guard next.first < next.end else { return self }
        let start = birthTime(of: first)
        let last = next.birthTime(of: next.end - 1)
        return last > start ? Emission(self, next, from: start, to: last) : self
    }

    /// Whether lifetimes differ.
    var hasLifetimeRange: Bool { lifetimeRange > 0 }

    /// The maximum lifetime; 0 if no particles are born.
    var longestLifetime: Double { rate > 0 ? meanLifetime + lifetimeRange : 0 }

    /// Returns the particles that may live at a time, in the order of their birth.
    ///
    /// A particle counts for `reach` seconds after its death.
    func particles(at time: Double, reach: Double = 0) -> Range<Int> {
        let elapsed = time - start
        let position = count + elapsed * rate
        guard rate > 0, time >= earliest, position < Self.numberLimit else { return 0..<0 }
        let end = min(position.rounded(.down) + 1, end)
        let oldest = count + (elapsed - meanLifetime - lifetimeRange - reach) * rate
        let first = max(first, oldest.rounded(.down) + 1)
        return first < end ? Int(first)..<Int(end) : 0..<0
    }

    /// Returns the time between the start of the emission and a birth.
    func offset(of particle: Int) -> Double { (Double(particle) - count) / rate }

    /// Returns the seconds since the birth of a particle.
    func age(of particle: Int, at time: Double) -> Double { time - start - offset(of: particle) }

    /// The lifetime of a particle from a random number from −1 to 1.
    func lifetime(_ random: Float) -> Double { meanLifetime + lifetimeRange * Double(random) }

    /// Returns the seconds until particles are born or move; infinite if there will be none.
    func pause(at time: Double, reach: Double) -> Double {
        let longest = meanLifetime + lifetimeRange
        guard rate > 0, longest > 0, first < end else { return .infinity }
        // A microsecond makes up for rounding errors.
        let last = birthTime(of: end - 1) + longest + reach + 1e-6
        return time < last ? max(0, earliest - time) : .infinity
    }

    private func birthTime(of number: Double) -> Double { start + (number - count) / rate }

    /// Returns the number of the first particle that is born after a time.
    private func nextNumber(at time: Double) -> Double {
        let position = count + (time - start) * rate
        guard rate > 0, time >= earliest, position < Self.numberLimit else { return first }
        return max(first, min(position.rounded(.down) + 1, end))
    }

    /// Ends the emission with the births up to a time.
    mutating func close(at time: Double) { end = nextNumber(at: time) }

    /// Has the emission go on for its duration.
    mutating func reopen() {
        end = rate > 0 ? (count + duration * rate).rounded(.up) : first
    }

    /// Has the emission begin earlier, as if its values had always been set.
    mutating func extend(backTo begin: Double) {
        guard begin < earliest else { return }
        earliest = begin
        first = max(-Self.numberLimit, (count + (begin - start) * rate).rounded(.up))
    }
}

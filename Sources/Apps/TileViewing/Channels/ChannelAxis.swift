internal import ChannelImages
internal import Glibc

/// The axis of a channel's values below its histogram, on which handles are dragged.
struct ChannelAxis: Hashable, Sendable {
    /// The values at both ends.
    let bounds: ClosedRange<Double>
    /// Whether values are whole numbers.
    let isWhole: Bool

    /// The number of positions of a handle, a point apart.
    static let positionCount = 256
    /// The digits of fractions: a thousandth of the axis, or finer.
    private static let digitCount = 3.0

    /// Creates an axis with finite ends.
    init(_ bounds: ClosedRange<Double>, isWhole: Bool) {
        self.bounds = bounds
        self.isWhole = isWhole
    }

    private var length: Double { bounds.upperBound - bounds.lowerBound }

    /// The position of a value, from 0 at the first end to 1 at the last one; values beyond an end are there.
    func position(of value: Double) -> Double {
        guard length > 0 else { return value > bounds.lowerBound ? 1 : 0 }
        return min(max((value - bounds.lowerBound) / length, 0), 1)
    }

    /// The value at a position, rounded to one that can be read: to whole numbers, or about a thousandth of the axis.
    func value(at position: Double) -> Double {
        let exact = bounds.lowerBound + min(max(position, 0), 1) * length
        let unit = isWhole ? 1 : pow(10, (log10(length) - Self.digitCount).rounded(.down))
        let rounded = (exact / unit).rounded() * unit
        // A unit of an axis without a length is none.
        guard unit.isNormal, rounded.isFinite else { return exact }
        return min(max(rounded, bounds.lowerBound), bounds.upperBound)
    }

    /// The number of digits after the point that tell the values of handles apart.
    var digits: Int {
        guard !isWhole, length > 0 else { return 0 }
        return Int(min(max(Self.digitCount - log10(length).rounded(.down), 0), 9))
    }
}

extension ChannelMix {
    /// The axis of a channel.
    ///
    /// It has all values of samples of 8 bits. Of other types it has nearly all values that there are, without those that are
    /// far from the others, and the range that was set.
    func axis(of channel: Int) -> ChannelAxis {
        let isWhole = !description.sampleType.isFloatingPoint
        let full = description.fullRange.usable(or: 0...1)
        guard channels.indices.contains(channel) else { return ChannelAxis(full, isWhole: isWhole) }
        let found = description.sampleType.byteCount == 1 ? full : channels[channel].statistics?.mainRange ?? full
        return ChannelAxis(found.hull(channels[channel].setRange), isWhole: isWhole)
    }
}

extension SampledStatistics {
    /// The range of nearly all values, with some room at both ends if there are values; nil if there are no samples.
    fileprivate var mainRange: ClosedRange<Double>? {
        guard let minimum, let maximum, let low = percentile(0.1), let high = percentile(99.9) else { return nil }
        let all = (minimum...max(minimum, maximum)).usable(or: 0...1)
        let main = (low...max(low, high)).usable(or: all)
        let room = (main.upperBound - main.lowerBound) / 4
        let start = max(all.lowerBound, main.lowerBound - room)
        return start...max(start, min(all.upperBound, main.upperBound + room))
    }
}

/// The means of four values, for ``ValueDownsampling``.
enum ValueMean {
    typealias Corners<Sample> = (Sample, Sample, Sample, Sample)

    /// The mean of four integers, rounded to the nearest, halves to even.
    ///
    /// It is made of the quarters and the remainders, neither of which overflows.
    @inline(__always)
    static func mean<Sample: FixedWidthInteger>(_ corners: Corners<Sample>) -> Sample {
        let remainders = (corners.0 & 3) &+ (corners.1 & 3) &+ (corners.2 & 3) &+ (corners.3 & 3)
        let quarters = (corners.0 &>> 2) &+ (corners.1 &>> 2) &+ (corners.2 &>> 2) &+ (corners.3 &>> 2)
        let floor = quarters &+ (remainders &>> 2)
        return floor &+ (((remainders & 3) &+ 1 &+ (floor & 1)) &>> 2)
    }

    /// The mean of those of four integers that are not `nodata`; `nodata` if there are none.
    @inline(__always)
    static func mean<Sample: FixedWidthInteger>(_ corners: Corners<Sample>, without nodata: Sample) -> Sample {
        var valid = (Sample.zero, Sample.zero, Sample.zero, Sample.zero)
        var count = 0
        @inline(__always) func add(_ sample: Sample) {
            guard sample != nodata else { return }
            valid = (sample, valid.0, valid.1, valid.2)
            count &+= 1
        }
        add(corners.0)
        add(corners.1)
        add(corners.2)
        add(corners.3)
        switch count {
        case 4: return mean(corners)
        case 3: return mean(of: valid.0, valid.1, valid.2)
        case 2: return mean(of: valid.0, valid.1)
        case 1: return valid.0
        default: return nodata
        }
    }

    /// The mean of two integers, halves to even.
    @inline(__always)
    private static func mean<Sample: FixedWidthInteger>(of first: Sample, _ second: Sample) -> Sample {
        let remainder = (first & 1) &+ (second & 1)
        let halves = (first &>> 1) &+ (second &>> 1)
        return halves &+ (remainder &>> 1) &+ (remainder & halves & 1)
    }

    /// The mean of three integers, rounded to the nearest.
    @inline(__always)
    private static func mean<Sample: FixedWidthInteger>(of first: Sample, _ second: Sample, _ third: Sample) -> Sample {
        let thirds = first / 3 &+ second / 3 &+ third / 3
        // From -6 to 6; there are no halves.
        let remainder = Int(truncatingIfNeeded: first % 3 &+ second % 3 &+ third % 3)
        return thirds &+ Sample(truncatingIfNeeded: (remainder &+ 7) / 3 &- 2)
    }

    /// The mean of those of four numbers that are neither NaN nor within `nodata`; the first number if there are none.
    @inline(__always)
    static func mean<Sample: BinaryFloatingPoint>(
        _ corners: Corners<Sample>, without nodata: ClosedRange<Sample>?
    ) -> Sample {
        var count = 0.0
        @inline(__always) func valid(_ sample: Sample) -> Double {
            if sample.isNaN { return 0 }
            if let nodata, sample >= nodata.lowerBound, sample <= nodata.upperBound { return 0 }
            count += 1
            return Double(sample)
        }
        let numbers = (valid(corners.0), valid(corners.1), valid(corners.2), valid(corners.3))
        guard count > 0 else { return corners.0 }
        let sum = (numbers.0 + numbers.1) + (numbers.2 + numbers.3)
        guard !sum.isInfinite else {
            // Very large numbers are divided before they are added.
            let parts = (numbers.0 / count, numbers.1 / count, numbers.2 / count, numbers.3 / count)
            return Sample((parts.0 + parts.1) + (parts.2 + parts.3))
        }
        return Sample(count == 4 ? sum * 0.25 : sum / count)
    }
}

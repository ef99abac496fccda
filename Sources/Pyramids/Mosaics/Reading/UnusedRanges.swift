/// The parts of a growing file that are not used, so that dropped ones are used again.
struct UnusedRanges {
    /// Parts before ``end`` that are not used, ascending; no two touch.
    private var gaps: [Range<Int>] = []
    /// The byte after the last that is used.
    private(set) var end = 0

    /// Takes a part of a size: in the first gap that is large enough, else at the end.
    mutating func allocate(_ size: Int) -> Range<Int> {
        if let index = gaps.firstIndex(where: { $0.count >= size }) {
            let part = gaps[index].lowerBound..<gaps[index].lowerBound + size
            let rest = part.upperBound..<gaps[index].upperBound
            if rest.isEmpty { gaps.remove(at: index) } else { gaps[index] = rest }
            return part
        }
        let part = end..<end + size
        end = part.upperBound
        return part
    }

    /// Gives a part back.
    mutating func free(_ part: Range<Int>) {
        guard !part.isEmpty else { return }
        var part = part
        var index = gaps.firstIndex { $0.lowerBound >= part.upperBound } ?? gaps.count
        if index < gaps.count, gaps[index].lowerBound == part.upperBound {
            part = part.lowerBound..<gaps.remove(at: index).upperBound
        }
        if index > 0, gaps[index - 1].upperBound == part.lowerBound {
            index -= 1
            part = gaps.remove(at: index).lowerBound..<part.upperBound
        }
        if part.upperBound == end {
            end = part.lowerBound
        } else {
            gaps.insert(part, at: index)
        }
    }
}

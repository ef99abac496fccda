extension RandomAccessCollection {
    /// The first index whose element satisfies a condition that all elements after it satisfy too; the end if none does.
    ///
    /// - Complexity: O(log(count)).
    func partitioningIndex(where condition: (Element) -> Bool) -> Index {
        var first = startIndex
        var count = count
        while count > 0 {
            let half = count / 2
            let middle = index(first, offsetBy: half)
            if condition(self[middle]) {
                count = half
            } else {
                first = index(after: middle)
                count -= half + 1
            }
        }
        return first
    }
}

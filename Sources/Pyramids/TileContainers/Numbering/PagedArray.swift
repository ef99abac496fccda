/// An array of any length whose elements are mostly the default, in pages that take memory once one of theirs differs.
///
/// Memory and time follow the elements that were set, not the length.
struct PagedArray<Element: Sendable>: Sendable {
    /// The number of elements that get memory together.
    private static var pageLength: Int { 4096 }

    /// The number of elements.
    let count: Int
    private let standard: Element
    private var pages: [Int: [Element]] = [:]

    /// Creates an array of `count` default elements.
    init(repeating standard: Element, count: Int) {
        self.standard = standard
        self.count = count
    }

    /// The element at a position from 0 to ``count`` - 1.
    subscript(position: Int) -> Element {
        get { pages[position / Self.pageLength]?[position % Self.pageLength] ?? standard }
        set {
            precondition(position >= 0 && position < count, "the position is in the array")
            let page = position / Self.pageLength
            let offset = position % Self.pageLength
            let empty = standard
            pages[page, default: Array(repeating: empty, count: Self.pageLength)][offset] = newValue
        }
    }

    /// Calls `body` for every element of the pages that have memory, in order.
    func forEachInMemory(_ body: (_ position: Int, Element) throws -> Void) rethrows {
        for (page, elements) in pages.sorted(by: { $0.key < $1.key }) {
            for (offset, element) in elements.enumerated() { try body(page * Self.pageLength + offset, element) }
        }
    }
}

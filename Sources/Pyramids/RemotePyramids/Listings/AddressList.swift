/// The images that a server lists at an address, in its order.
///
/// It is read from the list of `tileserve`, or from a collection or manifest of the IIIF Presentation API 2 or 3.
public struct AddressList: Hashable, Sendable {
    /// An entry of a list.
    public struct Item: Hashable, Sendable {
        /// The address, which can be opened.
        public var address: String
        /// The name for display; nil if the list has none.
        public var name: String?
        /// Whether a list is at the address, and not an image.
        public var isList: Bool

        /// Creates an entry.
        public init(_ address: String, name: String? = nil, isList: Bool = false) {
            self.address = address
            self.name = name
            self.isList = isList
        }
    }

    /// The entries, each address once.
    public private(set) var items: [Item] = []
    /// The number of entries that were left out, because there are more than ``itemLimit``.
    public private(set) var surplusCount = 0
    /// The number of entries that were left out, because no pyramid is at their address.
    public internal(set) var unreadableCount = 0
    /// The number of entries that were left out, because their host may not be asked.
    public internal(set) var refusedCount = 0
    /// The first error about a host that may not be asked; nil for none.
    var refusal: (any Error)?
    private var addresses: Set<String> = []

    /// The maximum number of entries of a list: 10,000.
    public static let itemLimit = 10_000
    /// The maximum size of a list in bytes: 16 MiB.
    public static let byteLimit = 16 << 20
    /// The maximum number of characters of a name.
    static let nameLimit = 200

    /// Creates an empty list.
    public init() {}

    /// Creates a list of entries.
    public init(_ items: [Item]) {
        for item in items { add(item) }
    }

    /// Adds an entry, unless its address is in the list, or the list is full.
    mutating func add(_ item: Item) {
        guard !addresses.contains(item.address) else { return }
        guard items.count < Self.itemLimit else { return surplusCount += 1 }
        addresses.insert(item.address)
        items.append(item)
    }

    /// A sentence about what was left out of the list; nil if that is nothing.
    public var omission: String? {
        let parts = [
            (surplusCount, "are beyond the first \(Self.itemLimit)"), (unreadableCount, "have no tiles"),
            (refusedCount, "are on other hosts, which can be allowed"),
        ]
        let known = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return known.isEmpty ? nil : "some images of the list are left out: \(known.joined(separator: ", "))."
    }

    /// Compares the entries, and the numbers of those that were left out.
    public static func == (one: AddressList, other: AddressList) -> Bool {
        one.items == other.items && one.surplusCount == other.surplusCount
            && one.unreadableCount == other.unreadableCount && one.refusedCount == other.refusedCount
    }

    /// Hashes the entries.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(items)
    }
}

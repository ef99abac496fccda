import FlightBench
import JSONDocuments

@testable import TileStores

extension FuzzTarget {
    /// Texts: XML, JSON and flights.
    static let documents = [
        FuzzTarget(name: "xml", hasHeader: { $0.first == UInt8(ascii: "<") }) { input, accept in
            // A document starts with "<", perhaps after a byte order mark.
            if input.prefix(4).contains(UInt8(ascii: "<")) { accept() }
            _ = try XMLElement(parsing: input)
        },
        FuzzTarget(name: "json") { input, accept in
            if let first = input.first, "{[\"-0123456789tfn \t\r\n".utf8.contains(first) { accept() }
            _ = try JSONValue(parsing: input)
        },
        FuzzTarget(name: "flight", hasHeader: { (try? JSONValue(parsing: $0)) != nil }) { input, accept in
            if (try? JSONValue(parsing: input)) != nil { accept() }
            _ = try Flight(json: input)
        },
    ]
}

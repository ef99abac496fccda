import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct MetricRegistryTests {
    @Test func `metrics are written in the text format`() {
        let registry = MetricRegistry()
        registry.add("hits_total", .counter, help: "Hits.") { 3 }
        registry.add("bytes", .gauge, help: "Bytes.") {
            [MetricSample(0.5, labels: [.init("kind", "a\"\\\n")]), MetricSample(-2, labels: [.init("kind", "b")])]
        }
        #expect(
            registry.text == """
                # HELP hits_total Hits.
                # TYPE hits_total counter
                hits_total 3
                # HELP bytes Bytes.
                # TYPE bytes gauge
                bytes{kind="a\\"\\\\\\n"} 0.5
                bytes{kind="b"} -2

                """)
        #expect(registry.names == ["hits_total", "bytes"])
    }

    @Test func `a bucket counts what is in those before it`() {
        var histogram = DurationHistogram()
        for seconds in [0.0005, 0.0006, 0.3, 100] { histogram.add(seconds) }
        let samples = histogram.samples()
        #expect(samples.first?.value == 1 && samples.first?.labels == [.init("le", "0.0005")])
        #expect(samples[1].value == 2 && samples[9].value == 3 && samples[9].labels == [.init("le", "0.5")])
        #expect(samples[14].labels == [.init("le", "+Inf")] && samples[14].value == 4)
        #expect(samples[16].suffix == "_count" && samples[16].value == 4)
        #expect(samples[15].value == 0.0005 + 0.0006 + 0.3 + 100)
    }

    @Test(arguments: [
        ("/", RouteClass.index), ("/iiif/3/a/info.json", .iiif), ("/dzi/a.dzi", .dzi), ("/metrics", .metrics),
        ("/index", .index), ("/favicon.ico", .other), ("/iiifx", .other),
    ])
    func `the first part of a path is its class`(path: String, route: RouteClass) {
        #expect(RouteClass(path: path) == route)
    }
}

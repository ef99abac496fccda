import Testing

@testable import ScrollLayers

@Suite struct RubberBandTests {
}

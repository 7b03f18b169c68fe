import ArgumentParser

@main
struct Sectional: ParsableCommand {}

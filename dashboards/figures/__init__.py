"""Figures and pictures: Plotly specifications that pages draw, and SVG drawn when a page is written."""
